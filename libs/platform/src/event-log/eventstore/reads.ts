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
import type { Wait } from '../../clock/wait.js';
import type { CountedEvent } from './ordinal-index.js';
import { isAfter, type Position } from './position.js';
import { retryReads } from './retry-reads.js';
import { isMissingStream, AnswerTimeout } from './server-errors.js';
import { toReceivedEvent, type ReceivedEvent } from './wire.js';

/** Ordinals closer than this are read together, including the events between them. */
const nearby = 16;
/** How many events of other programs a read of `$all` expects in between. */
const otherCalls = 32;
/** Largest step of the search for our newest event, which starts with one event. */
const longestLookBack = 4096;
const atOnce = 8;

export interface ReadsOptions {
  readonly client: EventStoreDBClient;
  readonly prefix: string;
  readonly deadlineMs: number;
  readonly wait: Wait;
  readonly signal: AbortSignal;
}

/** All reads from the server, except subscriptions. Throws the client’s errors, or AnswerTimeout. */
export class Reads {
  constructor(private readonly options: ReadsOptions) {}

  /** Empty for a stream that does not exist. */
  readStreamForwards(name: string, from: number, limit?: number): Promise<readonly ReceivedEvent[]> {
    return this.readStreamBy(name, { fromRevision: BigInt(from), ...(limit !== undefined && { maxCount: limit }) });
  }

  /** Before a revision, or from the end. */
  readStreamBackwards(name: string, before: number | undefined, limit: number): Promise<readonly ReceivedEvent[]> {
    const fromRevision = before === undefined ? END : BigInt(before - 1);
    return this.readStreamBy(name, { direction: BACKWARDS, fromRevision, maxCount: limit });
  }

  private async readStreamBy(name: string, readOptions: ReadStreamOptions): Promise<readonly ReceivedEvent[]> {
    const { client, prefix } = this.options;
    return this.withRetry(async () => {
      const receivedEvents: ReceivedEvent[] = [];
      let characters = 0;
      try {
        await this.drain(client.readStream(prefix + name, { ...readOptions, requiresLeader: true }), ({ event }: ResolvedEvent) => {
          if (!event) return true;
          const arrived = toReceivedEvent(event, prefix);
          receivedEvents.push(arrived);
          characters += arrived.data.length + arrived.meta.length;
          return characters < readCharacters;
        });
      } catch (error) {
        if (!isMissingStream(error)) throw error;
      }
      return receivedEvents;
    });
  }

  /** The position of our newest event after the one that `knownPosition` returns by then; undefined when there is none. */
  async findNewestAfter(knownPosition: () => Position): Promise<Position | undefined> {
    let from: Position | undefined;
    for (let page = 1; ; page = Math.min(page * 16, longestLookBack)) {
      const { newest, oldest, ended } = await this.withRetry(() => this.lookBack(from, page, knownPosition()));
      if (newest || ended) return newest;
      from = oldest;
    }
  }

  /** The id of the event at this position, or of the next one after it; undefined at the end of the log. */
  async readIdAt(position: Position): Promise<string | undefined> {
    return this.withRetry(async () => {
      let id: string | undefined;
      const readOptions = { fromPosition: position, maxCount: 1, requiresLeader: true };
      await this.drain(this.options.client.readAll(readOptions), ({ event }) => void (id = event?.id));
      return id;
    });
  }

  /** The positions must be in log order. Ends early after `maxCharacters`. */
  async readAt(countedEvents: readonly CountedEvent[], maxCharacters = Infinity): Promise<readonly ReceivedEvent[]> {
    const entryRuns = runsOf(countedEvents);
    const received: ReceivedEvent[] = [];
    let characters = 0;
    for (let first = 0; first < entryRuns.length; first += atOnce) {
      const some = entryRuns.slice(first, first + atOnce);
      const results = await Promise.all(some.map((run) => this.run(run, maxCharacters)));
      for (const [n, part] of results.entries()) {
        received.push(...part);
        characters += part.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);
        // events after a part that ended early would leave a gap
        if (part.length < some[n]!.length || characters >= maxCharacters) return received;
      }
    }
    return received;
  }

  private async lookBack(from: Position | undefined, maxCount: number, knownPosition: Position) {
    let newest: Position | undefined;
    let oldest = from;
    let seenCount = 0;
    let hasPassed = false;
    const readOptions = { direction: BACKWARDS, fromPosition: from ?? END, maxCount, requiresLeader: true } as const;
    await this.drain(this.options.client.readAll(readOptions), ({ event }) => {
      if (!event) return true;
      seenCount++;
      oldest = event.position;
      hasPassed = !isAfter(event.position, knownPosition);
      if (!hasPassed && this.isOfThisLog(event)) newest = event.position;
      return !hasPassed && !newest;
    });
    return { newest, oldest, ended: hasPassed || seenCount < maxCount };
  }

  private isOfThisLog({ streamId, type }: { readonly streamId: string; readonly type: string }): boolean {
    return streamId.startsWith(this.options.prefix) && !type.startsWith('$');
  }

  private async run(wantedEntries: readonly CountedEvent[], maxCharacters: number): Promise<readonly ReceivedEvent[]> {
    const received: ReceivedEvent[] = [];
    let characters = 0;
    while (received.length < wantedEntries.length && characters < maxCharacters) {
      const next = wantedEntries[received.length]!;
      const part = await this.withRetry(() => this.readStretch(wantedEntries.slice(received.length), maxCharacters - characters));
      if (part.length === 0)
        throw new LogUnavailable('not_applied', `EventStoreDB no longer holds the event with the ordinal ${next.ordinal}`);
      received.push(...part);
      characters += part.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);
    }
    return received;
  }

  /** The first of the wanted events, as many as one read finds. */
  private async readStretch(wantedEntries: readonly CountedEvent[], maxCharacters: number): Promise<readonly ReceivedEvent[]> {
    const received: ReceivedEvent[] = [];
    let remaining = maxCharacters;
    const maxCount = wantedEntries.at(-1)!.ordinal - wantedEntries[0]!.ordinal + 1 + (wantedEntries.length > 1 ? otherCalls : 0);
    const readOptions = { fromPosition: wantedEntries[0]!.position, maxCount, requiresLeader: true };
    await this.drain(this.options.client.readAll(readOptions), ({ event }) => {
      const next = wantedEntries[received.length]!;
      if (!event || isAfter(next.position, event.position)) return true;
      if (isAfter(event.position, next.position)) return false;
      const arrived = toReceivedEvent(event, this.options.prefix);
      received.push(arrived);
      remaining -= arrived.data.length + arrived.meta.length;
      return received.length < wantedEntries.length && remaining > 0;
    });
    return received;
  }

  private withRetry<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    return retryReads(read, this.options.wait, this.options.signal);
  }

  /**
   * Takes items until `take` returns false. The deadline applies to each item, because a read that makes progress may be long. A read that is no longer
   * needed is cancelled, because the server would otherwise keep it open forever, and then drained, because the client keeps received items until they
   * are taken. A failed read may fail once more with no listener.
   */
  private async drain<Item extends ResolvedEvent | AllStreamResolvedEvent>(
    read: StreamingRead<Item>,
    take: (item: Item) => boolean | void,
  ): Promise<void> {
    const { deadlineMs } = this.options;
    let isWanted = true;
    const cancel = (): void => void read.cancel().catch(() => {});
    read.on('error', () => {});
    const watch = setTimeout(() => read.destroy(new AnswerTimeout(deadlineMs)), deadlineMs);
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

const runsOf = (countedEvents: readonly CountedEvent[]): readonly (readonly CountedEvent[])[] => {
  const entryRuns: CountedEvent[][] = [];
  for (const one of countedEvents) {
    const last = entryRuns.at(-1)?.at(-1);
    if (last && one.ordinal - last.ordinal <= nearby) entryRuns.at(-1)!.push(one);
    else entryRuns.push([one]);
  }
  return entryRuns;
};
