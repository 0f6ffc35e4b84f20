import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Encoded } from '../codec/codec.js';
import type { StoredEvent } from '../event-log/event-log.js';

export type Decode = (stored: StoredEvent) => Recorded;
export interface DecodeOnce extends Decode {
  /** What is being appended: once it arrives, it need not be parsed. */
  expect(written: readonly Encoded[]): void;
  /** What was decrypted must not outlive its key. */
  forget(): void;
}

/** Appends under way, in events: of one that fails, or is written by another log’s bytes, nothing arrives. */
const mostExpected = 5_000;

/** Followers of one log are handed the same objects: each event is parsed and decrypted once, and one of our own is not parsed at all. */
export const decodingOnce = (decode: Decode, noticed: (event: Recorded) => Recorded = (event) => event): DecodeOnce => {
  let known = new WeakMap<StoredEvent, Recorded>();
  const expected = new Map<string, Encoded>();
  const ofOurs = (stored: StoredEvent): Recorded | undefined => {
    const { id, stream, revision, ordinal, type, v } = stored;
    const ours = expected.get(id);
    if (!ours) return undefined;
    expected.delete(id);
    // the same id may stand there from an earlier try, which decided otherwise
    const isTheSame = ours.event.data === stored.data && ours.event.meta === stored.meta;
    return isTheSame && ours.decoded ? { id, stream, revision, ordinal, type, v, ...ours.decoded } : undefined;
  };
  const once: Decode = (stored) => {
    let event = known.get(stored);
    if (!event) {
      event = noticed(ofOurs(stored) ?? decode(stored));
      known.set(stored, event);
    }
    return event;
  };
  return Object.assign(once, {
    expect: (written: readonly Encoded[]) => {
      for (const one of written) if (one.decoded) expected.set(one.event.id, one);
      for (const [id] of expected) {
        if (expected.size <= mostExpected) break;
        expected.delete(id);
      }
    },
    forget: () => {
      known = new WeakMap();
      expected.clear();
    },
  });
};
