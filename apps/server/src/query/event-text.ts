import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** All texts in a value, at any depth, without the names of fields. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn);
};

/** The text as it appears inside an event’s JSON. */
const asWritten = (word: string): string => JSON.stringify(word).slice(1, -1);

/** Whether it has a name, an address or a person’s text, which has to be decrypted. */
const isEncrypted = ({ meta }: StoredEvent): boolean =>
  meta.includes('"enc":') && (JSON.parse(meta) as Meta).enc?.some(({ subject }) => !isRaw(subject)) === true;

/**
 * Whether all words occur in an event: in its type, or in its data as shown to the reader. Stored bytes are searched first, which is fast and rules out
 * nearly all events; one with encrypted text is decrypted, and counted. Text that was redacted, or that the reader may not see, is not shown, so it is
 * not found either.
 */
export class TextFilter {
  decrypted = 0;
  private readonly patterns: readonly string[];

  constructor(
    private readonly words: readonly string[],
    private readonly showEvent: (event: StoredEvent) => Recorded,
  ) {
    this.patterns = words.map(asWritten);
  }

  isMatching(event: StoredEvent): boolean {
    const name = eventWordsOf(event.type).toLowerCase();
    const rest = this.words.filter((word) => !name.includes(word));
    if (rest.length === 0) return true;
    if (isEncrypted(event)) this.decrypted += 1;
    else if (!this.isInBytes(event, name)) return false;
    const text = textsIn(this.showEvent(event).data).join('\n').toLowerCase();
    return rest.every((word) => text.includes(word));
  }

  private isInBytes({ data }: StoredEvent, name: string): boolean {
    const bytes = data.toLowerCase();
    return this.patterns.every((pattern, n) => name.includes(this.words[n]!) || bytes.includes(pattern));
  }
}
