import { LogUnavailable, type StoredEvent } from '../event-log.js';
import type { Counter } from './counter.js';
import type { Counted, OrdinalIndex } from './ordinal-index.js';
import { atTheStart, isAfter, tokenOfPosition, type Position } from './position.js';
import type { Reads } from './reads.js';
import type { Arrived } from './wire.js';

/** Events in one backward read: each is read completely before its length is known. */
const readBackwards = 16;

export interface CountedReadsOptions {
  readonly reads: Reads;
  readonly counter: Counter;
  readonly index: OrdinalIndex;
  readonly deadlineMs: number;
}

/** Reads that return events with ordinals: they wait until everything that this process may know of is counted. */
export class CountedReads {
  private newest: Position = atTheStart;
  private caughtUp: Promise<void> | undefined;

  constructor(private readonly options: CountedReadsOptions) {}

  /** There is an event at this position: reads from now on must include it. */
  know(position: Position): void {
    if (isAfter(position, this.newest)) this.newest = position;
  }

  /** Lag of counting behind the newest known event, in bytes of the server’s transaction file. */
  get lagBytes(): number {
    const { checkpoint } = this.options.index;
    return isAfter(this.newest, checkpoint) ? Number(this.newest.commit - checkpoint.commit) : 0;
  }

  async stream(name: string, from: number, limit?: number): Promise<readonly StoredEvent[]> {
    const arrived = await this.options.reads.stream(name, from, limit);
    return this.stored(arrived, arrived.at(-1));
  }

  /** Newest first. */
  async streamBack(name: string, before: number | undefined, limit: number): Promise<readonly StoredEvent[]> {
    const arrived = await this.options.reads.streamBack(name, before, limit);
    return this.stored(arrived, arrived[0]);
  }

  /** The events that the index finds, in log order, once it is complete; ends early after this many characters. */
  async read(find: (index: OrdinalIndex) => readonly Counted[], maxCharacters?: number): Promise<readonly StoredEvent[]> {
    await this.complete();
    return this.at(find(this.options.index), maxCharacters);
  }

  /** Like `found`, from newest to oldest: a few at a time, because they are read forwards. */
  async readBack(find: (index: OrdinalIndex) => readonly Counted[], maxCharacters: number): Promise<readonly StoredEvent[]> {
    await this.complete();
    const counted = find(this.options.index);
    const found: StoredEvent[] = [];
    let characters = 0;
    for (let n = 0; n < counted.length && characters < maxCharacters; n += readBackwards) {
      const some = await this.at(counted.slice(n, n + readBackwards).toReversed());
      found.push(...some.toReversed());
      characters += some.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);
    }
    return found;
  }

  private async complete(): Promise<void> {
    await this.atFirst();
    await this.counted(this.newest);
  }

  private async stored(arrived: readonly Arrived[], newest: Arrived | undefined): Promise<readonly StoredEvent[]> {
    if (!newest) return [];
    await this.counted(newest.position);
    return arrived.map((event) => storedAs(event, this.options.index.ordinalAt(event.position)));
  }

  /** These events; ends early after this many characters. */
  async at(counted: readonly Counted[], maxCharacters?: number): Promise<readonly StoredEvent[]> {
    const arrived = await this.options.reads.at(counted, maxCharacters);
    return arrived.map((event, place) => storedAs(event, counted[place]!.ordinal));
  }

  /** Resolves when everything on the server now is counted. */
  async toTheEnd(): Promise<void> {
    const { reads, index } = this.options;
    const end = await reads.newestAfter(() => index.checkpoint);
    if (!end) return;
    this.know(end);
    await this.counted(end);
  }

  /** Once after the start: counts what others have written before. */
  private async atFirst(): Promise<void> {
    this.caughtUp ??= this.toTheEnd();
    await this.caughtUp.catch((error: unknown) => {
      this.caughtUp = undefined;
      throw error;
    });
  }

  private counted(position: Position): Promise<void> {
    return this.options.counter.until(position, this.options.deadlineMs);
  }
}

/** Throws LogUnavailable for an event without an ordinal. */
export const storedAs = ({ position, ...event }: Arrived, ordinal: number | undefined): StoredEvent => {
  if (ordinal === undefined) throw new LogUnavailable('not_applied', `${event.stream}@${event.revision} has no ordinal on this node`);
  return { ...event, ordinal, token: tokenOfPosition(position) };
};
