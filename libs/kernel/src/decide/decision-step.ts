import type { Actor, Meta } from '@tocsin/contracts/envelope.js';
import { contextAt } from './context.js';
import { decide, identified, isFacts, streamOf, type AnyDecider, type Context, type Message } from './decider.js';
import { isRefused, type Nothing, type Refused } from './refused.js';
import { owners } from '../registry.js';

/** A command to be decided, in whose name, and what it follows from. */
export interface Order {
  readonly command: Message;
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly epoch?: number;
  /** How far the reactor that sends it has handled the log. */
  readonly handledUpTo?: number;
}

/** Who owns a command, and the stream that it is about. */
export interface Addressed {
  readonly decider: AnyDecider;
  readonly stream: string;
  readonly context: Context;
}

/** A stream as a decision reads it. */
export interface ReadStream {
  /** -1 for a stream that does not exist. */
  readonly revision: number;
  readonly state: unknown;
  /** The commands that made it: one that comes again is known. */
  readonly commandIds: { has(commandId: string): boolean };
}

/** What one append writes: at the revision that was read, with ids and meta. */
export interface NewBatch {
  readonly stream: string;
  readonly revision: number;
  readonly facts: readonly (Message & { readonly id: string })[];
  readonly meta: Meta;
}

export type Decided =
  | { readonly kind: 'append'; readonly batch: NewBatch; readonly sequence: string | undefined }
  | { readonly kind: 'known' }
  | { readonly kind: 'nothing'; readonly says: Nothing['says'] }
  | { readonly kind: 'refused'; readonly refused: Refused };

export interface DecisionParts {
  readonly deciders: readonly AnyDecider[];
  readonly logic: string;
  readonly node: string;
  /** What deciders read outside their own stream. */
  readonly reads: unknown;
  /** How far that has been folded: recorded with every decision. */
  readonly memory: { readonly ordinal: number };
}

/** An order to a batch of facts: the one place where decisions are made, live, in a World and again from the log. */
export class DecisionStep {
  private readonly owners: ReadonlyMap<string, AnyDecider>;

  constructor(private readonly parts: DecisionParts) {
    this.owners = owners(parts.deciders);
  }

  /** Throws when nobody decides this command. */
  address(order: Order, now: string): Addressed {
    const decider = this.owners.get(order.command.type);
    if (!decider) throw new Error(`nobody decides ${order.command.type}`);
    const context = this.context(order, now);
    return { decider, context, stream: streamOf(decider, order.command, context) };
  }

  /** Decides on what was read of the stream. Nothing may be awaited between this and the append: `readUpTo` says what was read. */
  decide(order: Order, addressed: Addressed, read: ReadStream, now: string): Decided {
    if (read.commandIds.has(order.commandId)) return { kind: 'known' };
    const { decider, stream } = addressed;
    const latest = this.context(order, now);
    // a stream whose id is born of the command keeps the one that it was addressed by
    const context = streamOf(decider, order.command, latest) === stream ? latest : addressed.context;
    const decision = decide(decider, read.state, order.command, context);
    if (isRefused(decision)) return { kind: 'refused', refused: decision };
    if (!isFacts(decision)) return { kind: 'nothing', says: decision.says };
    if (decision.length === 0) return { kind: 'nothing', says: {} };
    const correlationId = decider.correlation?.(read.state, decision) ?? order.correlationId;
    const belonging = { ...order, correlationId };
    const batch = this.batch(belonging, stream, read.revision, decision, context.now, this.parts.memory.ordinal);
    return { kind: 'append', batch, sequence: decider.sequence?.(decision) };
  }

  /** Facts with their ids and their meta. `readUpTo` is absent for inputs, which nobody decides. */
  batch(order: Order, stream: string, revision: number, facts: readonly Message[], at: string, readUpTo?: number): NewBatch {
    const { actor, commandId, correlationId, causationId, epoch, handledUpTo } = order;
    const { logic, node } = this.parts;
    const meta: Meta = {
      at,
      actor,
      commandId,
      correlationId,
      causationId,
      logic,
      readUpTo,
      node,
      ...(epoch ? { epoch } : {}),
      ...(handledUpTo ? { handledUpTo } : {}),
    };
    return { stream, revision, facts: identified(facts, meta, stream), meta };
  }

  private context({ actor, commandId, epoch }: Order, now: string): Context {
    return contextAt({ now, actor, commandId, epoch: epoch ?? 0, reads: this.parts.reads });
  }
}
