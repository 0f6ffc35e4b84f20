import { LogUnavailable, type StoredEvent } from '../event-log.js';
import type { Counter } from './counter.js';
import type { Counted, OrdinalIndex } from './ordinal-index.js';
import { atTheStart, isAfter, tokenOfPosition, type Position } from './position.js';
import type { Reads } from './reads.js';
import type { Arrived } from './wire.js';

export interface CountedReadsOptions {
  readonly reads: Reads;
  readonly counter: Counter;
  readonly index: OrdinalIndex;
  readonly deadlineMs: number;
}

/** Reads that end in events with ordinals: they wait until whatever this process may know of is counted. */
export class CountedReads {
  private newest: Position = atTheStart;
  private caughtUp: Promise<void> | undefined;

  constructor(private readonly options: CountedReadsOptions) {}

  /** An event stands there: reads from now on must have it. */
  know(position: Position): void {
    if (isAfter(position, this.newest)) this.newest = position;
  }

  /** How far counting is behind the newest event that is known of, in bytes of the server’s transaction file. */
  get lagBytes(): number {
    const { checkpoint } = this.options.index;
    return isAfter(this.newest, checkpoint) ? Number(this.newest.commit - checkpoint.commit) : 0;
  }

  async stream(name: string, from: number, limit?: number): Promise<readonly StoredEvent[]> {
    const { reads, index } = this.options;
    const arrived = await reads.stream(name, from, limit);
    const last = arrived.at(-1);
    if (!last) return [];
    await this.counted(last.position);
    return arrived.map((event) => storedAs(event, index.ordinalAt(event.position)));
  }

  /** What the index finds, in log order, once it has everything. */
  async found(find: (index: OrdinalIndex) => readonly Counted[]): Promise<readonly StoredEvent[]> {
    await this.atFirst();
    await this.counted(this.newest);
    return this.at(find(this.options.index));
  }

  /** These events; ends early after so many characters. */
  async at(counted: readonly Counted[], mostCharacters?: number): Promise<readonly StoredEvent[]> {
    const arrived = await this.options.reads.at(counted, mostCharacters);
    return arrived.map((event, place) => storedAs(event, counted[place]!.ordinal));
  }

  /** Resolves when everything that stands on the server now is counted. */
  async toTheEnd(): Promise<void> {
    const { reads, index } = this.options;
    const end = await reads.newestAfter(() => index.checkpoint);
    if (!end) return;
    this.know(end);
    await this.counted(end);
  }

  /** Once after the start: what others have written before. */
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

/** Throws LogUnavailable for an event that has no ordinal. */
export const storedAs = ({ position, ...event }: Arrived, ordinal: number | undefined): StoredEvent => {
  if (ordinal === undefined) throw new LogUnavailable('not_applied', `${event.stream}@${event.revision} has no ordinal on this node`);
  return { ...event, ordinal, token: tokenOfPosition(position) };
};
