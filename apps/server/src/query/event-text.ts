import type { Recorded } from '@tocsin/contracts/envelope.js';
import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** All text in a value, however deep; names of fields are none. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn);
};

/** As it stands inside the JSON of an event. */
const asWritten = (word: string): string => JSON.stringify(word).slice(1, -1);

/**
 * Whether all words occur in what an event says: in the name of its kind, or in its data as stored and as shown to whoever asks. Bytes that are
 * stored are looked at first, which is quick and rules out nearly all; so text that is encrypted there is never found. What was redacted, or is
 * not for this reader, is not shown, and so not found either.
 */
export const eventSays = (words: readonly string[], shown: (event: StoredEvent) => Recorded) => {
  const written = words.map(asWritten);
  return (event: StoredEvent): boolean => {
    const name = eventWordsOf(event.type).toLowerCase();
    const isNamed = words.map((word) => name.includes(word));
    if (isNamed.every(Boolean)) return true;
    const data = event.data.toLowerCase();
    if (!written.every((word, n) => isNamed[n] || data.includes(word))) return false;
    const text = textsIn(shown(event).data).join('\n').toLowerCase();
    return words.every((word, n) => isNamed[n] || text.includes(word));
  };
};
