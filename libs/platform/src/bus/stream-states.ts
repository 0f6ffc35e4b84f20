import { LRUCache } from 'lru-cache';
import { evolve, factMetaOf, type AnyDecider } from '@tocsin/kernel/decide/decider.js';
import type { ReadStream } from '@tocsin/kernel/decide/decision-step.js';
import { nextTurn, systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import type { EventLog } from '../event-log/event-log.js';
import type { DecodeOnce } from '../feed/decoding.js';

const recentEvents = 20;
const foldedAtOnce = 1_000;
/** In characters of the events that all cached states were folded from: this bounds their memory. */
const cachedCharacters = 32 * 1_024 * 1_024;
/** The share of the cache that a longer stream counts as: it stays cached, since it would be folded from its start for each command. */
const mostOfOne = 1 / 8;
const leftIds = 200_000;
/** Command ids of a stream whose state is in memory: they would grow for as long as the server runs. */
const rememberedIds = 10_000;

/** A stream as it was read, or written, last. */
export interface StreamState extends ReadStream {
  readonly commandIds: Set<string>;
  readonly token: string;
  /** Length of its events’ data. */
  readonly characters: number;
}

interface LeftState extends Omit<StreamState, 'state'> {
  readonly state: WeakRef<object>;
}

export const charactersOf = (events: readonly { readonly data: string }[]): number =>
  events.reduce((sum, { data }) => sum + data.length, 0);

/** A repeat after a lost answer comes soon after the first try, so old ids may go. */
export const forgetOldest = (commandIds: Set<string>): void => {
  for (const commandId of commandIds) {
    if (commandIds.size <= rememberedIds) return;
    commandIds.delete(commandId);
  }
};

const idInStream = ({ category, isSingle }: AnyDecider, stream: string): string =>
  isSingle ? category : stream.slice(category.length + 1);

const emptyState = (decider: AnyDecider): StreamState => ({
  revision: -1,
  state: decider.initial,
  commandIds: new Set(),
  token: '',
  characters: 0,
});

export interface StateDependencies {
  readonly log: EventLog;
  readonly decode: DecodeOnce;
  /** The limit of the cache, in characters of the events that states were folded from. */
  readonly cachedCharacters?: number;
  /** The clock for yielding to other work; the machine’s when absent. */
  readonly monotonic?: MonotonicClock;
}

/** The folded states of streams, cached. */
export class StreamStates {
  private readonly cache: LRUCache<string, StreamState>;
  /** Memory holds the same states of what is open: while it does, a stream need not be folded again, however long it is. */
  private readonly left = new LRUCache<string, LeftState>({ maxSize: leftIds, sizeCalculation: ({ commandIds }) => commandIds.size + 1 });

  constructor(
    private readonly dependencies: StateDependencies,
    private readonly reads: unknown,
  ) {
    const maxSize = dependencies.cachedCharacters ?? cachedCharacters;
    this.cache = new LRUCache({
      maxSize,
      sizeCalculation: ({ characters }) => Math.min(Math.max(characters, 1), maxSize * mostOfOne),
      dispose: (streamState, stream, reason) => {
        const { state } = streamState;
        if (reason === 'evict' && typeof state === 'object' && state !== null)
          this.left.set(stream, { ...streamState, state: new WeakRef(state) });
      },
    });
  }

  set(stream: string, streamState: StreamState): void {
    this.cache.set(stream, streamState);
  }

  delete(stream: string): void {
    this.cache.delete(stream);
  }

  clear(): void {
    this.cache.clear();
    this.left.clear();
  }

  /** As far as this node has written the stream, or read it. */
  async fold(decider: AnyDecider, stream: string): Promise<StreamState> {
    const cached = this.cache.get(stream) ?? this.findLeft(stream);
    if (cached) return cached;
    const { monotonic = systemMonotonicClock } = this.dependencies;
    let { revision, state, token, characters } = emptyState(decider);
    const knownState = decider.readKnownState?.(this.reads, idInStream(decider, stream));
    const commandIds = new Set<string>();
    if (knownState) {
      ({ revision, state } = knownState);
      // a repeat after a lost answer comes soon after the first try: only the end of the stream is read to find it
      const last = await this.dependencies.log.readStreamBack({ stream, before: revision + 1, limit: recentEvents });
      for (const storedEvent of last) commandIds.add(this.dependencies.decode(storedEvent).meta.commandId);
      token = last[0]?.token ?? '';
    }
    for (let pages = 0; ; pages += 1) {
      const page = await this.dependencies.log.readStream(stream, revision + 1, foldedAtOnce);
      // a page may end early: only an empty one is the end
      if (page.length === 0) break;
      // pages from a local disk come without waiting, so yield here
      if (pages > 0) await nextTurn(monotonic);
      for (const storedEvent of page) {
        const event = this.dependencies.decode(storedEvent);
        state = evolve(decider, state, event, factMetaOf(event));
        commandIds.add(event.meta.commandId);
        ({ revision, token } = storedEvent);
      }
      characters += charactersOf(page);
    }
    const newState = { revision, state, commandIds, token, characters };
    // lookups of made-up ids must not push out states that are in use
    if (revision >= 0) this.cache.set(stream, newState);
    return newState;
  }

  private findLeft(stream: string): StreamState | undefined {
    const leftState = this.left.get(stream);
    this.left.delete(stream);
    const state = leftState?.state.deref();
    if (!leftState || !state) return undefined;
    const streamState = { ...leftState, state };
    this.cache.set(stream, streamState);
    return streamState;
  }
}
