import type { Recorded } from '@tocsin/contracts/envelope.js';
import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** All texts in a value, at any depth, without the names of fields. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn);
};

/** The text as it appears inside an event’s JSON. */
const asWritten = (word: string): string => JSON.stringify(word).slice(1, -1);

/**
 * Whether all words occur in an event: in its type, or in its data as stored and as shown to the reader. Stored bytes are searched
 * first, which is fast and rules out nearly all events; so text that is encrypted there is never found. Text that was redacted, or
 * that the reader may not see, is not shown, so it is not found either.
 */
export const createTextFilter = (words: readonly string[], showEvent: (event: StoredEvent) => Recorded) => {
  const patterns = words.map(asWritten);
  return (event: StoredEvent): boolean => {
    const name = eventWordsOf(event.type).toLowerCase();
    const isInTypeName = words.map((word) => name.includes(word));
    if (isInTypeName.every(Boolean)) return true;
    const data = event.data.toLowerCase();
    if (!patterns.every((word, n) => isInTypeName[n] || data.includes(word))) return false;
    const text = textsIn(showEvent(event).data).join('\n').toLowerCase();
    return words.every((word, n) => isInTypeName[n] || text.includes(word));
  };
};
