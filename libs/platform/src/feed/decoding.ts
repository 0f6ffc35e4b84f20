import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '../event-log/event-log.js';

export type Decode = (stored: StoredEvent) => Recorded;

/** Followers of one log are handed the same objects: each event is parsed and decrypted once. */
export const decodingOnce = (decode: Decode): Decode => {
  const known = new WeakMap<StoredEvent, Recorded>();
  return (stored) => {
    let event = known.get(stored);
    if (!event) {
      event = decode(stored);
      known.set(stored, event);
    }
    return event;
  };
};
