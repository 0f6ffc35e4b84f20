import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { redactedText, type TextPath } from '@tocsin/contracts/redactions/noun.js';

interface ReadableLog {
  readAll(query: { readonly after: number; readonly limit: number; readonly types?: readonly string[] }): Promise<readonly Recorded[]>;
}

export type RedactedPlace = Pick<FactOf<'TextRedacted'>, 'ordinal' | 'path'>;

const pageSize = 500;
const type = 'TextRedacted';

const valueOf = (value: unknown, path: TextPath): unknown =>
  path.reduce<unknown>(
    (holder, key) => (Object.hasOwn(Object(holder) as object, key) ? (holder as Record<string, unknown>)[key] : undefined),
    value,
  );

/** The text at this place of an event’s data; undefined when there is none. */
export const textOf = (data: unknown, path: TextPath): string | undefined => {
  const value = valueOf(data, path);
  return typeof value === 'string' ? value : undefined;
};

/** Whether there is a text at this place, or was until its key was destroyed. */
export const isTextAt = (data: unknown, path: TextPath): boolean => textOf(data, path) !== undefined || isErased(valueOf(data, path));

const withoutTexts = (data: unknown, paths: readonly TextPath[]): unknown => {
  const copy = structuredClone(data);
  for (const path of paths) {
    if (!isTextAt(copy, path)) continue;
    (valueOf(copy, path.slice(0, -1)) as Record<string, unknown>)[path.at(-1)!] = redactedText;
  }
  return copy;
};

/**
 * The redacted texts. What a sender sent, and what was written before texts had keys, stays on the log: only what is
 * read (history, views) leaves it out. No decision depends on a text, so a redaction changes none.
 */
export class Redactions {
  private readonly paths = new Map<number, readonly TextPath[]>();
  /** The ordinal of the last redaction; 0: none. */
  ordinal = 0;

  /** Ordinals of redactions that it knows: some may be seen before earlier ones were loaded. */
  private readonly known = new Set<number>();
  private loadedUpTo = 0;
  private readonly redactedPlaces: { readonly at: number; readonly place: RedactedPlace }[] = [];
  private readonly listeners: (() => void)[] = [];

  /** The redactions of a log. Rejects with the log’s error. */
  static async of(log: ReadableLog): Promise<Redactions> {
    const redactions = new Redactions();
    await redactions.load(log);
    return redactions;
  }

  /** Reads those that it does not know yet. */
  async load(log: ReadableLog): Promise<void> {
    for (;;) {
      const page = await log.readAll({ after: this.loadedUpTo, limit: pageSize, types: [type] });
      for (const event of page) this.noteRedaction(event);
      if (page.length === 0) return;
      this.loadedUpTo = page.at(-1)!.ordinal;
    }
  }

  /** Remembers a new redaction and notifies listeners. Returns the event. */
  noteRedaction(event: Recorded): Recorded {
    if (event.type !== type || this.known.has(event.ordinal)) return event;
    this.known.add(event.ordinal);
    const { ordinal, path } = event.data as FactOf<'TextRedacted'>;
    this.paths.set(ordinal, [...(this.paths.get(ordinal) ?? []), path]);
    this.ordinal = Math.max(this.ordinal, event.ordinal);
    this.redactedPlaces.push({ at: event.ordinal, place: { ordinal, path } });
    for (const listener of this.listeners) listener();
    return event;
  }

  placesAfter(ordinal: number): readonly RedactedPlace[] {
    return this.redactedPlaces.filter(({ at }) => at > ordinal).map(({ place }) => place);
  }

  onRedacted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** The event as it may be shown: the same object when nothing of it was redacted. */
  redact(event: Recorded): Recorded {
    const paths = this.paths.get(event.ordinal);
    return paths ? { ...event, data: withoutTexts(event.data, paths) } : event;
  }

  /** Wraps a log so that its events are redacted when read. */
  over<L extends ReadableLog>(log: L): L {
    const readAll: L['readAll'] = async (query) => (await log.readAll(query)).map((event) => this.redact(event));
    return Object.assign(Object.create(log) as L, { readAll });
  }
}
