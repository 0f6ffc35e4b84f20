import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, whenOf, type AnyDecider } from '../decide/decider.js';
import { isRecent, noCommands, withCommand, type RecentCommands } from './recent-commands.js';
import { ShelvedMap, type ShelfOptions } from './shelved-map.js';

export interface FoldedStream {
  /** -1 for a stream that does not exist. */
  readonly revision: number;
  readonly state: unknown;
}

interface Kept extends FoldedStream {
  /** Only for streams with a decider, when commands are tracked. */
  readonly commands: RecentCommands | null;
}

export interface StreamsOptions {
  /** Distinguishes instances that share a shelf: each is at another place of the log. */
  readonly name: string;
  readonly shelf?: ShelfOptions | undefined;
  /** Whether to remember the commands that made a stream. */
  readonly knowsCommands?: boolean;
}

/**
 * Every stream, folded event by event in log order. With a shelf, streams that were not touched for longest move there,
 * if their kind has many streams.
 */
export class Streams {
  /** Singleton streams, and those whose states can’t be copied. */
  private readonly near = new Map<string, Kept>();
  private readonly many: ShelvedMap<Kept>;
  private readonly singles: ReadonlyMap<string, AnyDecider>;
  private readonly byCategory: ReadonlyMap<string, AnyDecider>;
  private readonly knowsCommands: boolean;

  constructor(deciders: readonly AnyDecider[], { name, shelf, knowsCommands = false }: StreamsOptions) {
    const named = (which: readonly AnyDecider[]) => new Map(which.map((decider) => [decider.category, decider]));
    this.singles = named(deciders.filter(({ single }) => single));
    this.byCategory = named(deciders.filter(({ single }) => !single));
    this.many = new ShelvedMap(name, shelf);
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
    return this.kept(stream) ?? { revision: -1, state: this.decider(stream)?.initial };
  }

  /** Whether one of the stream’s last ten thousand commands has this id. */
  knows(stream: string, commandId: string): boolean {
    const commands = this.kept(stream)?.commands;
    return commands ? isRecent(commands, commandId) : false;
  }

  apply(event: Recorded): void {
    const { stream, revision, meta } = event;
    const decider = this.decider(stream);
    const before = this.kept(stream);
    const state = before ? before.state : decider?.initial;
    const known = before ? before.commands : decider && this.knowsCommands ? noCommands() : null;
    const commands = known && withCommand(known, meta.commandId);
    this.keep(stream, { revision, state: decider ? evolve(decider, state, event, whenOf(event)) : state, commands });
  }

  private kept(stream: string): Kept | undefined {
    return this.near.get(stream) ?? this.many.get(stream);
  }

  private keep(stream: string, kept: Kept): void {
    const decider = this.decider(stream);
    if (decider?.single || decider?.inMemory) this.near.set(stream, kept);
    else this.many.set(stream, kept);
  }
}
