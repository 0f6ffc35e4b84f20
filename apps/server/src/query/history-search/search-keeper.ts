import { setTimeout as pause } from 'node:timers/promises';
import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { tableOf, type IndexAnswer, type IndexQuery, type SearchIndex } from '@tocsin/platform/search/search-index.js';
import { createTokens, type EventTokens } from './event-tokens.js';

/** The events after an ordinal, in bounded pages; an empty one at the end. */
export type ReadPage = (after: number, types?: readonly string[]) => readonly StoredEvent[] | Promise<readonly StoredEvent[]>;

export const eventsPerPage = 500;
const eventsPerBatch = 5_000;
const charactersPerBatch = 8 * 1024 * 1024;
/** Milliseconds. */
const longestRest = 500;
const redaction = 'TextRedacted';
const toRecorded = (stored: StoredEvent): Recorded => ({
  ...stored,
  data: JSON.parse(stored.data) as unknown,
  meta: JSON.parse(stored.meta) as Meta,
});

/** Keeps the index of the history, in log order. A redaction makes the table with its event again before anything after it is indexed. */
export class SearchKeeper {
  private readonly redactions = new Redactions();
  private readonly toTokens: (stored: StoredEvent) => EventTokens;
  private current: Promise<number> | undefined;
  /** The run after it. */
  private next: Promise<number> | undefined;
  private isLoaded = false;
  private loadedUpTo = 0;
  /** The position when redactions were loaded. */
  private startedAt = 0;

  constructor(
    private readonly index: SearchIndex,
    private readonly readPage: ReadPage,
    private readonly hasRoom: () => boolean,
  ) {
    this.toTokens = createTokens({
      redactions: this.redactions,
      ofStream: (stream) => index.streamTokens(stream),
      setStream: (stream, tokens) => index.setStreamTokens(stream, tokens),
    });
  }

  find(query: IndexQuery): IndexAnswer | null {
    return this.index.find(query);
  }

  /**
   * Indexes at least what is on the log now, as long as the disk has room, and resolves with the position. Between batches it rests for as long as one
   * took, so that it takes half of its thread’s time at most.
   */
  keepUp(): Promise<number> {
    if (!this.current) return this.begin();
    this.next ??= this.current
      .catch(() => 0)
      .then(() => {
        this.next = undefined;
        return this.begin();
      });
    return this.next;
  }

  async close(): Promise<void> {
    await (this.next ?? this.current)?.catch(() => 0);
    this.index.close();
  }

  private begin(): Promise<number> {
    this.current = this.catchUp().finally(() => (this.current = undefined));
    return this.current;
  }

  private async catchUp(): Promise<number> {
    await this.loadRedactions();
    for (let events = await this.nextBatch(); events.length > 0; events = await this.nextBatch()) {
      const startedAt = performance.now();
      if (!this.hasRoom() || !(await this.remove(events.filter(({ type }) => type === redaction)))) break;
      this.index.add(events.map(this.toTokens), events.at(-1)!.ordinal);
      await pause(Math.min(performance.now() - startedAt, longestRest));
    }
    return this.index.position;
  }

  /** Several pages, because each batch is synced to the disk once. */
  private async nextBatch(): Promise<readonly StoredEvent[]> {
    const batch: StoredEvent[] = [];
    for (let [after, characters] = [this.index.position, 0]; batch.length < eventsPerBatch && characters < charactersPerBatch;) {
      const page = await this.readPage(after);
      if (page.length === 0) break;
      batch.push(...page);
      after = page.at(-1)!.ordinal;
      characters += page.reduce((sum, { data }) => sum + data.length, 0);
    }
    return batch;
  }

  /** The position moves past a redaction only once its text is gone. False: there was no room to make a table again. */
  private async remove(redacted: readonly StoredEvent[]): Promise<boolean> {
    const indexed = redacted.map((stored) => ({ at: stored.ordinal, of: this.note(stored) })).filter((one) => this.hasText(one));
    for (const table of new Set(indexed.map(({ of }) => tableOf(of))))
      if (!(await this.index.remake(table, async (after) => (this.hasRoom() ? (await this.readPage(after)).map(this.toTokens) : null))))
        return false;
    return true;
  }

  private hasText({ at, of }: { readonly at: number; readonly of: number }): boolean {
    const wasKnown = at <= this.loadedUpTo && of > this.startedAt;
    return of <= this.index.position && !wasKnown;
  }

  /** Returns the ordinal of the event that it concerns. */
  private note(stored: StoredEvent): number {
    return (this.redactions.noteRedaction(toRecorded(stored)).data as FactOf<'TextRedacted'>).ordinal;
  }

  /** All of the log: what is indexed from here on is indexed without them. */
  private async loadRedactions(): Promise<void> {
    if (this.isLoaded) return;
    this.startedAt = this.index.position;
    for (let page = await this.readPage(0, [redaction]); page.length > 0; page = await this.readPage(this.loadedUpTo, [redaction])) {
      for (const event of page) this.note(event);
      this.loadedUpTo = page.at(-1)!.ordinal;
    }
    this.isLoaded = true;
  }
}
