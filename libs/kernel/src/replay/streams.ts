import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, whenOf, type AnyDecider } from '../decide/decider.js';
import { deciderOf } from '../registry.js';

export interface FoldedStream {
  /** -1 for a stream that does not exist. */
  readonly revision: number;
  readonly state: unknown;
}

/** Every stream, folded event by event in log order. */
export class Streams {
  private readonly folded = new Map<string, FoldedStream>();
  private readonly commands = new Set<string>();
  private readonly deciders = new Map<string, AnyDecider | undefined>();

  constructor(private readonly all: readonly AnyDecider[]) {}

  decider(stream: string): AnyDecider | undefined {
    if (!this.deciders.has(stream)) this.deciders.set(stream, deciderOf(this.all, stream));
    return this.deciders.get(stream);
  }

  of(stream: string): FoldedStream {
    return this.folded.get(stream) ?? { revision: -1, state: this.decider(stream)?.initial };
  }

  /** Whether a command has made an event of this stream. */
  knows(stream: string, commandId: string): boolean {
    return this.commands.has(`${stream} ${commandId}`);
  }

  apply(event: Recorded): void {
    const { stream, revision, meta } = event;
    const decider = this.decider(stream);
    const { state } = this.of(stream);
    this.folded.set(stream, { revision, state: decider ? evolve(decider, state, event, whenOf(event)) : state });
    this.commands.add(`${stream} ${meta.commandId}`);
  }
}
