import type { Actor, Meta } from '@tocsin/contracts/envelope.js';
import { makeContext } from './context.js';
import { decide, identifyFacts, isFacts, streamOf, type AnyDecider, type Context, type Message } from './decider.js';
import { isRefused, type Nothing, type Refusal } from './refusal.js';
import { ownersOfCommands } from '../registry.js';

/** A command to decide, with its actor and cause. */
export interface Order {
  readonly command: Message;
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly epoch?: number;
  /** The ordinal up to which the sending reactor has handled the log. */
  readonly handledUpTo?: number;
}

export interface RoutedCommand {
  readonly decider: AnyDecider;
  readonly stream: string;
  readonly context: Context;
}

export interface ReadStream {
  /** -1 for a stream that does not exist. */
  readonly revision: number;
  readonly state: unknown;
  /** Commands that made the stream, to recognise a repeated one. */
  readonly commandIds: { has(commandId: string): boolean };
}

export interface NewBatch {
  readonly stream: string;
  readonly revision: number;
  readonly facts: readonly (Message & { readonly id: string })[];
  readonly meta: Meta;
}

export type DecisionResult =
  | { readonly kind: 'append'; readonly batch: NewBatch; readonly sequence: string | undefined }
  | { readonly kind: 'known' }
  | { readonly kind: 'nothing'; readonly says: Nothing['says'] }
  | { readonly kind: 'refused'; readonly refused: Refusal };

export interface DecisionParts {
  readonly deciders: readonly AnyDecider[];
  readonly logic: string;
  readonly node: string;
  readonly reads: unknown;
  /** The ordinal up to which `reads` are folded: recorded with every decision as `readUpTo`. */
  readonly memory: { readonly ordinal: number };
}

/** Makes every decision: live, in a World and in a replay. */
export class DecisionStep {
  private readonly owners: ReadonlyMap<string, AnyDecider>;

  constructor(private readonly parts: DecisionParts) {
    this.owners = ownersOfCommands(parts.deciders);
  }

  /** Throws when no decider owns this command. */
  routeCommand(order: Order, now: string): RoutedCommand {
    const decider = this.owners.get(order.command.type);
    if (!decider) throw new Error(`no decider for ${order.command.type}`);
    const context = this.createContext(order, now);
    return { decider, context, stream: streamOf(decider, order.command, context) };
  }

  /** The caller must not await anything between this and the append: `readUpTo` records what was read. */
  decide(order: Order, routedCommand: RoutedCommand, streamRead: ReadStream, now: string): DecisionResult {
    if (streamRead.commandIds.has(order.commandId)) return { kind: 'known' };
    const { decider, stream } = routedCommand;
    const latest = this.createContext(order, now);
    // a stream id that derives from the command stays as it was when the command was routed
    const context = streamOf(decider, order.command, latest) === stream ? latest : routedCommand.context;
    const decision = decide(decider, streamRead.state, order.command, context);
    if (isRefused(decision)) return { kind: 'refused', refused: decision };
    if (!isFacts(decision)) return { kind: 'nothing', says: decision.says };
    if (decision.length === 0) return { kind: 'nothing', says: {} };
    const correlationId = decider.correlationOf?.(streamRead.state, decision) ?? order.correlationId;
    const identity = { ...order, correlationId };
    const batch = this.createBatch(identity, stream, streamRead.revision, decision, context.now, this.parts.memory.ordinal);
    return { kind: 'append', batch, sequence: decider.sequenceOf?.(decision) };
  }

  /** `readUpTo` is absent for inputs, which are recorded without a decision. */
  createBatch(order: Order, stream: string, revision: number, facts: readonly Message[], at: string, readUpTo?: number): NewBatch {
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
    return { stream, revision, facts: identifyFacts(facts, meta, stream), meta };
  }

  private createContext({ actor, commandId, epoch }: Order, now: string): Context {
    return makeContext({ now, actor, commandId, epoch: epoch ?? 0, reads: this.parts.reads });
  }
}
