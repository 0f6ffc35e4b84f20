import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, whenOf, type AnyDecider } from '../decide/decider.js';
import { isRecent, noCommands, withCommand, type RecentCommands } from './recent-commands.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';

export interface FoldedStream {
  /** -1 for a stream that does not exist. */
  readonly revision: number;
  readonly state: unknown;
}

interface TrackedStream extends FoldedStream {
  /** Only for streams with a decider, when commands are tracked. */
  readonly commands: RecentCommands | null;
}

export interface StreamsOptions {
  /** Distinguishes instances that share a spill store: each is at another place of the log. */
  readonly name: string;
  readonly spill?: SpillOptions | undefined;
  /** Whether to remember the commands that made a stream. */
  readonly knowsCommands?: boolean;
}

/**
 * Every stream, folded event by event in log order. With a spill store, streams that were not touched for longest move there,
 * if their kind has many streams.
 */
export class Streams {
  /** Singleton streams, and those whose states can’t be copied. */
  private readonly near = new Map<string, TrackedStream>();
  private readonly many: SpillingMap<TrackedStream>;
  private readonly singles: ReadonlyMap<string, AnyDecider>;
  private readonly byCategory: ReadonlyMap<string, AnyDecider>;
  private readonly knowsCommands: boolean;

  constructor(deciders: readonly AnyDecider[], { name, spill: store, knowsCommands = false }: StreamsOptions) {
    const named = (which: readonly AnyDecider[]) => new Map(which.map((decider) => [decider.category, decider]));
    this.singles = named(deciders.filter(({ single }) => single));
    this.byCategory = named(deciders.filter(({ single }) => !single));
    this.many = new SpillingMap(name, store);
    this.knowsCommands = knowsCommands;
  }

  decider(stream: string): AnyDecider | undefined {
    const single = this.singles.get(stream);
    if (single) return single;
    for (let dash = stream.indexOf('-'); dash !== -1; dash = stream.indexOf('-', dash + 1)) {
      const found = this.byCategory.get(stream.slice(0, dash));
      if (found) return found;
    }
    return undefined;
  }

  of(stream: string): FoldedStream {
    return this.tracked(stream) ?? { revision: -1, state: this.decider(stream)?.initial };
  }

  /** Whether one of the stream’s last ten thousand commands has this id. */
  knows(stream: string, commandId: string): boolean {
    const commands = this.tracked(stream)?.commands;
    return commands ? isRecent(commands, commandId) : false;
  }

  apply(event: Recorded): void {
    const { stream, revision, meta } = event;
    const decider = this.decider(stream);
    const before = this.tracked(stream);
    const state = before ? before.state : decider?.initial;
    const known = before ? before.commands : decider && this.knowsCommands ? noCommands() : null;
    const commands = known && withCommand(known, meta.commandId);
    this.keep(stream, { revision, state: decider ? evolve(decider, state, event, whenOf(event)) : state, commands });
  }

  private tracked(stream: string): TrackedStream | undefined {
    return this.near.get(stream) ?? this.many.get(stream);
  }

  private keep(stream: string, tracked: TrackedStream): void {
    const decider = this.decider(stream);
    if (decider?.single || decider?.inMemory) this.near.set(stream, tracked);
    else this.many.set(stream, tracked);
  }
}
