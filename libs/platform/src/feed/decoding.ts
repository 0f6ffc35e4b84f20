import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EncodedEvent } from '../codec/codec.js';
import type { StoredEvent } from '../event-log/event-log.js';

export type Decode = (storedEvent: StoredEvent) => Recorded;
export interface DecodeOnce extends Decode {
  /** Remembers events that are being appended, so that they need not be parsed when they arrive. */
  expect(encodedEvents: readonly EncodedEvent[]): void;
  /** For events whose append failed. */
  stopExpecting(encodedEvents: readonly EncodedEvent[]): void;
  /** Drops decrypted data, which must not outlive its key. */
  forget(): void;
}

/** Events of a failed append, or of one whose bytes differ on the log, never arrive. */
const maxExpected = 5_000;

/** Followers of one log get the same objects: each event is parsed and decrypted once, and an event of our own is not parsed at all. */
export const createDecodeOnce = (decode: Decode, onDecoded: (event: Recorded) => Recorded = (event) => event): DecodeOnce => {
  let decodedEvents = new WeakMap<StoredEvent, Recorded>();
  const expectedEvents = new Map<string, EncodedEvent>();
  const expectedOf = (storedEvent: StoredEvent): Recorded | undefined => {
    const { id, stream, revision, ordinal, type, v } = storedEvent;
    const expectedEvent = expectedEvents.get(id);
    if (!expectedEvent) return undefined;
    expectedEvents.delete(id);
    // an event with the same id may be on the log from an earlier try with another decision
    const isTheSame = expectedEvent.event.data === storedEvent.data && expectedEvent.event.meta === storedEvent.meta;
    return isTheSame && expectedEvent.decoded ? { id, stream, revision, ordinal, type, v, ...expectedEvent.decoded } : undefined;
  };
  const decodeOnce: Decode = (storedEvent) => {
    let event = decodedEvents.get(storedEvent);
    if (!event) {
      event = onDecoded(expectedOf(storedEvent) ?? decode(storedEvent));
      decodedEvents.set(storedEvent, event);
    }
    return event;
  };
  return Object.assign(decodeOnce, {
    expect: (encodedEvents: readonly EncodedEvent[]) => {
      for (const one of encodedEvents) if (one.decoded) expectedEvents.set(one.event.id, one);
      for (const [id] of expectedEvents) {
        if (expectedEvents.size <= maxExpected) break;
        expectedEvents.delete(id);
      }
    },
    stopExpecting: (encodedEvents: readonly EncodedEvent[]) => {
      for (const { event } of encodedEvents) expectedEvents.delete(event.id);
    },
    forget: () => {
      decodedEvents = new WeakMap();
      expectedEvents.clear();
    },
  });
};
