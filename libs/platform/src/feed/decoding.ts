import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Encoded } from '../codec/codec.js';
import type { StoredEvent } from '../event-log/event-log.js';

export type Decode = (stored: StoredEvent) => Recorded;
export interface DecodeOnce extends Decode {
  /** Remembers events that are being appended, so that they need not be parsed when they arrive. */
  expect(written: readonly Encoded[]): void;
  /** Drops decrypted data, which must not outlive its key. */
  forget(): void;
}

/** Most remembered events: those of a failed append, or of one whose bytes differ on the log, never arrive. */
const maxExpected = 5_000;

/**
 * Followers of one log get the same objects, so each event is parsed and decrypted once, and an event of our own is not parsed at
 * all.
 */
export const decodingOnce = (decode: Decode, noticed: (event: Recorded) => Recorded = (event) => event): DecodeOnce => {
  let known = new WeakMap<StoredEvent, Recorded>();
  const expected = new Map<string, Encoded>();
  const expectedOf = (stored: StoredEvent): Recorded | undefined => {
    const { id, stream, revision, ordinal, type, v } = stored;
    const waiting = expected.get(id);
    if (!waiting) return undefined;
    expected.delete(id);
    // an event with the same id may be on the log from an earlier try with another decision
    const isTheSame = waiting.event.data === stored.data && waiting.event.meta === stored.meta;
    return isTheSame && waiting.decoded ? { id, stream, revision, ordinal, type, v, ...waiting.decoded } : undefined;
  };
  const once: Decode = (stored) => {
    let event = known.get(stored);
    if (!event) {
      event = noticed(expectedOf(stored) ?? decode(stored));
      known.set(stored, event);
    }
    return event;
  };
  return Object.assign(once, {
    expect: (written: readonly Encoded[]) => {
      for (const one of written) if (one.decoded) expected.set(one.event.id, one);
      for (const [id] of expected) {
        if (expected.size <= maxExpected) break;
        expected.delete(id);
      }
    },
    forget: () => {
      known = new WeakMap();
      expected.clear();
    },
  });
};
