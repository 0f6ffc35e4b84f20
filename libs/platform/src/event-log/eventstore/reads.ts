import {
  BACKWARDS,
  END,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  type ReadStreamOptions,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { LogUnavailable, readCharacters } from '../event-log.js';
import type { Wait } from '../follower.js';
import type { Counted } from './ordinal-index.js';
import { isAfter, type Position } from './position.js';
import { retried } from './retried.js';
import { isMissingStream, NoAnswer } from './trouble.js';
import { arrival, type Arrived } from './wire.js';

/** Ordinals closer than this are read together, including the events between them. */
const nearby = 16;
/** Events of other programs that a read of `$all` expects in between. */
const others = 32;
/** Largest step of the search for our newest event, which starts with one event. */
const longestLookBack = 4096;
/** Concurrent reads, when the wanted events are far apart. */
const atOnce = 8;

export interface ReadsOptions {
  readonly client: EventStoreDBClient;
  readonly prefix: string;
  readonly deadlineMs: number;
  readonly wait: Wait;
  readonly signal: AbortSignal;
}

/** All reads from the server, except subscriptions. Throws the client’s errors, or NoAnswer. */
export class Reads {
  constructor(private readonly options: ReadsOptions) {}

  /** From a revision forwards; empty for a stream that does not exist. */
  stream(name: string, from: number, limit?: number): Promise<readonly Arrived[]> {
    return this.streamBy(name, { fromRevision: BigInt(from), ...(limit !== undefined && { maxCount: limit }) });
  }

  /** Before a revision, or from the end, backwards. */
  streamBack(name: string, before: number | undefined, limit: number): Promise<readonly Arrived[]> {
    const fromRevision = before === undefined ? END : BigInt(before - 1);
    return this.streamBy(name, { direction: BACKWARDS, fromRevision, maxCount: limit });
  }

  private async streamBy(name: string, which: ReadStreamOptions): Promise<readonly Arrived[]> {
    const { client, prefix } = this.options;
    return this.trying(async () => {
      const found: Arrived[] = [];
      let characters = 0;
      try {
        await this.drain(client.readStream(prefix + name, { ...which, requiresLeader: true }), ({ event }: ResolvedEvent) => {
          if (!event) return true;
          const arrived = arrival(event, prefix);
          found.push(arrived);
          characters += arrived.data.length + arrived.meta.length;
          return characters < readCharacters;
        });
      } catch (error) {
        if (!isMissingStream(error)) throw error;
      }
      return found;
    });
  }

  /** The position of our newest event after the one that `known` returns by then; undefined when there is none. */
  async newestAfter(known: () => Position): Promise<Position | undefined> {
    let from: Position | undefined;
    for (let page = 1; ; page = Math.min(page * 16, longestLookBack)) {
      const { newest, oldest, ended } = await this.trying(() => this.lookBack(from, page, known()));
      if (newest || ended) return newest;
      from = oldest;
    }
  }

  /** The id of the event at this position or next after it; undefined at the end of the log. */
  async idAt(position: Position): Promise<string | undefined> {
    return this.trying(async () => {
      let id: string | undefined;
      const which = { fromPosition: position, maxCount: 1, requiresLeader: true };
      await this.drain(this.options.client.readAll(which), ({ event }) => void (id = event?.id));
      return id;
    });
  }

  /** The events at these positions, which are in log order. Ends early after this many characters. */
  async at(counted: readonly Counted[], maxCharacters = Infinity): Promise<readonly Arrived[]> {
    const runs = runsOf(counted);
    const found: Arrived[] = [];
    let characters = 0;
    for (let first = 0; first < runs.length; first += atOnce) {
      const some = runs.slice(first, first + atOnce);
      const parts = await Promise.all(some.map((run) => this.run(run, maxCharacters)));
      for (const [n, part] of parts.entries()) {
        found.push(...part);
        characters += part.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);
        // events after a part that ended early would leave a gap
        if (part.length < some[n]!.length || characters >= maxCharacters) return found;
      }
    }
    return found;
  }

  private async lookBack(from: Position | undefined, maxCount: number, known: Position) {
    let newest: Position | undefined;
    let oldest = from;
    let seen = 0;
    let passed = false;
    const which = { direction: BACKWARDS, fromPosition: from ?? END, maxCount, requiresLeader: true } as const;
    await this.drain(this.options.client.readAll(which), ({ event }) => {
      if (!event) return true;
      seen++;
      oldest = event.position;
      passed = !isAfter(event.position, known);
      if (!passed && this.isOfThisLog(event)) newest = event.position;
      return !passed && !newest;
    });
    return { newest, oldest, ended: passed || seen < maxCount };
  }

  private isOfThisLog({ streamId, type }: { readonly streamId: string; readonly type: string }): boolean {
    return streamId.startsWith(this.options.prefix) && !type.startsWith('$');
  }

  private async run(wanted: readonly Counted[], maxCharacters: number): Promise<readonly Arrived[]> {
    const found: Arrived[] = [];
    let characters = 0;
    while (found.length < wanted.length && characters < maxCharacters) {
      const next = wanted[found.length]!;
      const part = await this.trying(() => this.stretch(wanted.slice(found.length), maxCharacters - characters));
      if (part.length === 0)
        throw new LogUnavailable('not_applied', `EventStoreDB no longer holds the event with the ordinal ${next.ordinal}`);
      found.push(...part);
      characters += part.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);
    }
    return found;
  }

  /** The first of the wanted events, as many as one read finds. */
  private async stretch(wanted: readonly Counted[], maxCharacters: number): Promise<readonly Arrived[]> {
    const found: Arrived[] = [];
    let left = maxCharacters;
    const maxCount = wanted.at(-1)!.ordinal - wanted[0]!.ordinal + 1 + (wanted.length > 1 ? others : 0);
    const which = { fromPosition: wanted[0]!.position, maxCount, requiresLeader: true };
    await this.drain(this.options.client.readAll(which), ({ event }) => {
      const next = wanted[found.length]!;
      if (!event || isAfter(next.position, event.position)) return true;
      if (isAfter(event.position, next.position)) return false;
      const arrived = arrival(event, this.options.prefix);
      found.push(arrived);
      left -= arrived.data.length + arrived.meta.length;
      return found.length < wanted.length && left > 0;
    });
    return found;
  }

  private trying<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    return retried(read, this.options.wait, this.options.signal);
  }

  /**
   * Takes items until `take` returns false. The deadline applies to each item, because a read that makes progress may be long. A
   * read that is no longer needed is cancelled, because the server would otherwise keep it open forever, and then drained, because
   * the client keeps received items until they are taken. A failed read may fail once more with no listener.
   */
  private async drain<Item extends ResolvedEvent | AllStreamResolvedEvent>(
    read: StreamingRead<Item>,
    take: (item: Item) => boolean | void,
  ): Promise<void> {
    const { deadlineMs } = this.options;
    let isWanted = true;
    const cancel = (): void => void read.cancel().catch(() => {});
    read.on('error', () => {});
    const watch = setTimeout(() => read.destroy(new NoAnswer(deadlineMs)), deadlineMs);
    try {
      for await (const item of read) {
        if (!isWanted) continue;
        watch.refresh();
        if (take(item) !== false) continue;
        isWanted = false;
        cancel();
      }
    } catch (error) {
      if (!isWanted) return;
      cancel();
      throw error;
    } finally {
      clearTimeout(watch);
    }
  }
}

const runsOf = (counted: readonly Counted[]): readonly (readonly Counted[])[] => {
  const runs: Counted[][] = [];
  for (const one of counted) {
    const last = runs.at(-1)?.at(-1);
    if (last && one.ordinal - last.ordinal <= nearby) runs.at(-1)!.push(one);
    else runs.push([one]);
  }
  return runs;
};
