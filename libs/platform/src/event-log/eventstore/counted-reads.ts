import { LogUnavailable, type StoredEvent } from '../event-log.js';
import type { Counter } from './counter.js';
import type { CountedEvent, OrdinalIndex } from './ordinal-index.js';
import { atTheStart, isAfter, tokenOfPosition, type Position } from './position.js';
import type { Reads } from './reads.js';
import type { ReceivedEvent } from './wire.js';

/** Events in one backward read: each read is complete before its length is known. */
const readBackwards = 16;

export interface CountedReadsOptions {
  readonly reads: Reads;
  readonly counter: Counter;
  readonly index: OrdinalIndex;
  readonly deadlineMs: number;
}

/** Reads that return events with ordinals: they wait until every event that this process may know of is counted. */
export class CountedReads {
  private newest: Position = atTheStart;
  private caughtUp: Promise<void> | undefined;

  constructor(private readonly options: CountedReadsOptions) {}

  /** There is an event at this position: reads from now on must include it. */
  notePosition(position: Position): void {
    if (isAfter(position, this.newest)) this.newest = position;
  }

  /** Lag of counting behind the newest known event, in bytes of the server’s transaction file. */
  get lagBytes(): number {
    const { checkpoint } = this.options.index;
    return isAfter(this.newest, checkpoint) ? Number(this.newest.commit - checkpoint.commit) : 0;
  }

  async readStream(name: string, from: number, limit?: number): Promise<readonly StoredEvent[]> {
    const arrived = await this.options.reads.readStreamForwards(name, from, limit);
    return this.toStoredEvents(arrived, arrived.at(-1));
  }

  /** Newest first. */
  async readStreamBackwards(name: string, before: number | undefined, limit: number): Promise<readonly StoredEvent[]> {
    const arrived = await this.options.reads.readStreamBackwards(name, before, limit);
    return this.toStoredEvents(arrived, arrived[0]);
  }

  /** The events that the index finds, in log order, once counting has caught up; ends early after `maxCharacters`. */
  async read(find: (index: OrdinalIndex) => readonly CountedEvent[], maxCharacters?: number): Promise<readonly StoredEvent[]> {
    await this.countToEnd();
    return this.readAt(find(this.options.index), maxCharacters);
  }

  /** Like `read`, from newest to oldest: a few at a time, because they are read forwards. */
  async readBack(find: (index: OrdinalIndex) => readonly CountedEvent[], maxCharacters: number): Promise<readonly StoredEvent[]> {
    await this.countToEnd();
    const entries = find(this.options.index);
    const storedEvents: StoredEvent[] = [];
    let characters = 0;
    for (let n = 0; n < entries.length && characters < maxCharacters; n += readBackwards) {
      const some = await this.readAt(entries.slice(n, n + readBackwards).toReversed());
      storedEvents.push(...some.toReversed());
      characters += some.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);
    }
    return storedEvents;
  }

  private async countToEnd(): Promise<void> {
    await this.atFirst();
    await this.waitUntilCounted(this.newest);
  }

  private async toStoredEvents(arrived: readonly ReceivedEvent[], newest: ReceivedEvent | undefined): Promise<readonly StoredEvent[]> {
    if (!newest) return [];
    await this.waitUntilCounted(newest.position);
    return arrived.map((event) => toStoredEvent(event, this.options.index.ordinalAt(event.position)));
  }

  /** Ends early after `maxCharacters`. */
  async readAt(entries: readonly CountedEvent[], maxCharacters?: number): Promise<readonly StoredEvent[]> {
    const arrived = await this.options.reads.readAt(entries, maxCharacters);
    return arrived.map((event, place) => toStoredEvent(event, entries[place]!.ordinal));
  }

  /** Resolves when everything that is on the server at the call is counted. */
  async toTheEnd(): Promise<void> {
    const { reads, index } = this.options;
    const end = await reads.findNewestAfter(() => index.checkpoint);
    if (!end) return;
    this.notePosition(end);
    await this.waitUntilCounted(end);
  }

  /** Once after the start: counts what others have written before. */
  private async atFirst(): Promise<void> {
    this.caughtUp ??= this.toTheEnd();
    await this.caughtUp.catch((error: unknown) => {
      this.caughtUp = undefined;
      throw error;
    });
  }

  private waitUntilCounted(position: Position): Promise<void> {
    return this.options.counter.waitUntil(position, this.options.deadlineMs);
  }
}

/** Throws LogUnavailable for an event without an ordinal. */
export const toStoredEvent = ({ position, ...event }: ReceivedEvent, ordinal: number | undefined): StoredEvent => {
  if (ordinal === undefined) throw new LogUnavailable('not_applied', `${event.stream}@${event.revision} has no ordinal on this node`);
  return { ...event, ordinal, token: tokenOfPosition(position) };
};
