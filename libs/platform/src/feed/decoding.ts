import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '../event-log/event-log.js';

export type Decode = (stored: StoredEvent) => Recorded;
/** `forget`: what was decrypted must not outlive its key. */
export type ForgetfulDecode = Decode & { readonly forget: () => void };

/** Followers of one log are handed the same objects: each event is parsed and decrypted once. */
export const decodingOnce = (decode: Decode): ForgetfulDecode => {
  let known = new WeakMap<StoredEvent, Recorded>();
  const once: Decode = (stored) => {
    let event = known.get(stored);
    if (!event) {
      event = decode(stored);
      known.set(stored, event);
    }
    return event;
  };
  return Object.assign(once, {
    forget: () => {
      known = new WeakMap();
    },
  });
};
