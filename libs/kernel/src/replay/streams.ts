import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, whenOf, type AnyDecider } from '../decide/decider.js';

export interface FoldedStream {
  /** -1 for a stream that does not exist. */
  readonly revision: number;
  readonly state: unknown;
}

/** Where streams lie that nobody has touched for long. What is taken comes back equal to what was put. */
export interface Shelf {
  put(stream: string, folded: unknown): void;
  /** Undefined for a stream that was not put there. It stays until another is put in its place. */
  get(stream: string): unknown;
}

export interface StreamsOptions {
  readonly shelf: Shelf;
  /** How many streams stay in memory. */
  readonly most: number;
}

interface Kept extends FoldedStream {
  /** The commands that made it; of streams that somebody decides. */
  readonly commands: Set<string> | null;
}

/**
 * Every stream, folded event by event in log order. With a shelf, those that nobody has touched for longest lie there: of a kind of stream
 * that there are many of.
 */
export class Streams {
  private readonly folded = new Map<string, Kept>();
  /** In the order in which they were touched last. */
  private readonly many = new Map<string, Kept>();
  private readonly singles: ReadonlyMap<string, AnyDecider>;
  private readonly byCategory: ReadonlyMap<string, AnyDecider>;

  constructor(
    deciders: readonly AnyDecider[],
    private readonly options?: StreamsOptions,
  ) {
    const named = (which: readonly AnyDecider[]) => new Map(which.map((decider) => [decider.category, decider]));
    this.singles = named(deciders.filter(({ single }) => single));
    this.byCategory = named(deciders.filter(({ single }) => !single));
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

  /** Whether a command has made an event of this stream. */
  knows(stream: string, commandId: string): boolean {
    return this.kept(stream)?.commands?.has(commandId) ?? false;
  }

  apply(event: Recorded): void {
    const { stream, revision, meta } = event;
    const decider = this.decider(stream);
    const before = this.kept(stream);
    const state = before ? before.state : decider?.initial;
    const commands = before ? before.commands : decider ? new Set<string>() : null;
    commands?.add(meta.commandId);
    this.keep(stream, { revision, state: decider ? evolve(decider, state, event, whenOf(event)) : state, commands });
  }

  private kept(stream: string): Kept | undefined {
    return this.folded.get(stream) ?? this.many.get(stream) ?? this.fetched(stream);
  }

  private keep(stream: string, kept: Kept): void {
    if (!this.options || this.decider(stream)?.single) {
      this.folded.set(stream, kept);
      return;
    }
    this.many.delete(stream);
    this.many.set(stream, kept);
    if (this.many.size <= this.options.most) return;
    const [[oldest, away]] = this.many as unknown as [[string, Kept]];
    this.many.delete(oldest);
    this.options.shelf.put(oldest, away);
  }

  private fetched(stream: string): Kept | undefined {
    const kept = this.options?.shelf.get(stream) as Kept | undefined;
    if (kept) this.keep(stream, kept);
    return kept;
  }
}
