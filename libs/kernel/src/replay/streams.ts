import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, factMetaOf, type AnyDecider } from '../decide/decider.js';
import { copyCommands, isRecent, createRecentCommands, withCommand, type RecentCommands } from './recent-commands.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';

export interface FoldedStream {
  /** -1 for a stream that does not exist. */
  readonly revision: number;
  readonly state: unknown;
}

interface TrackedStream extends FoldedStream {
  /** Null for streams without a decider, and when commands are not tracked. */
  readonly commands: RecentCommands | null;
}

/** States are never changed in place, but the sets of commands are. */
const copyOf = (tracked: TrackedStream): TrackedStream => ({ ...tracked, commands: tracked.commands && copyCommands(tracked.commands) });

export interface StreamsOptions {
  /** Distinguishes instances that share a spill store: each is at another place of the log. */
  readonly name: string;
  readonly spill?: SpillOptions | undefined;
  readonly hasCommandIds?: boolean;
}

/** Every stream, folded in log order. With a spill store, streams that were not touched for longest move there, if their kind has many streams. */
export class Streams {
  /** Singleton streams, and those whose states can’t be copied. */
  private readonly cache = new Map<string, TrackedStream>();
  private readonly spilled: SpillingMap<TrackedStream>;
  private readonly singles: ReadonlyMap<string, AnyDecider>;
  private readonly byCategory: ReadonlyMap<string, AnyDecider>;
  private readonly hasCommandIds: boolean;

  constructor(deciders: readonly AnyDecider[], { name, spill: store, hasCommandIds: knowsCommands = false }: StreamsOptions) {
    const mapByCategory = (selection: readonly AnyDecider[]) => new Map(selection.map((decider) => [decider.category, decider]));
    this.singles = mapByCategory(deciders.filter(({ isSingle: single }) => single));
    this.byCategory = mapByCategory(deciders.filter(({ isSingle: single }) => !single));
    this.spilled = new SpillingMap(name, store);
    this.hasCommandIds = knowsCommands;
  }

  decider(stream: string): AnyDecider | undefined {
    const singleDecider = this.singles.get(stream);
    if (singleDecider) return singleDecider;
    for (let dash = stream.indexOf('-'); dash !== -1; dash = stream.indexOf('-', dash + 1)) {
      const match = this.byCategory.get(stream.slice(0, dash));
      if (match) return match;
    }
    return undefined;
  }

  of(stream: string): FoldedStream {
    return this.findTracked(stream) ?? { revision: -1, state: this.decider(stream)?.initial };
  }

  /** Whether one of the stream’s last ten thousand commands has this id. */
  hasCommand(stream: string, commandId: string): boolean {
    const commands = this.findTracked(stream)?.commands;
    return commands ? isRecent(commands, commandId) : false;
  }

  apply(event: Recorded): void {
    const { stream, revision, meta } = event;
    const decider = this.decider(stream);
    const before = this.findTracked(stream);
    const state = before ? before.state : decider?.initial;
    const recentCommands = before ? before.commands : decider && this.hasCommandIds ? createRecentCommands() : null;
    const commands = recentCommands && withCommand(recentCommands, meta.commandId);
    this.keep(stream, { revision, state: decider ? evolve(decider, state, event, factMetaOf(event)) : state, commands });
  }

  /** The other instance must not change any more. */
  takeOver(other: Streams): void {
    for (const [stream, tracked] of other.cache) this.cache.set(stream, copyOf(tracked));
    this.spilled.takeOver(other.spilled, copyOf);
  }

  private findTracked(stream: string): TrackedStream | undefined {
    return this.cache.get(stream) ?? this.spilled.get(stream);
  }

  private keep(stream: string, trackedStream: TrackedStream): void {
    const decider = this.decider(stream);
    if (decider?.isSingle || decider?.isInMemory) this.cache.set(stream, trackedStream);
    else this.spilled.set(stream, trackedStream);
  }
}
