import type { Actor, Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { deriveFencedEventId } from '../ids.js';
import { isNothing, isRefused, type Nothing, type Refusal } from './refusal.js';

/** An event or a command. */
export interface Message {
  readonly type: string;
  readonly data: unknown;
}
export type DataOf<M extends Message, T extends M['type']> = Extract<M, { readonly type: T }>['data'];

/** Everything a decision may use besides its own stream: there is no other source of time, randomness or ids. */
export interface Context<Reads = unknown> {
  readonly now: string;
  readonly actor: Actor;
  readonly commandId: string;
  /** The epoch of the leading reactor; 0 outside a reactor. */
  readonly epoch: number;
  readonly reads: Reads;
  /** Derived from the command and the purpose: the same on every retry. */
  newId(purpose: string, n?: number): string;
}

/** What `evolve` gets of an event besides its data. */
export interface FactMeta {
  readonly at: string;
  readonly actor: Actor;
  /** Empty for a fact that is decided but not recorded yet. */
  readonly eventId: string;
  readonly commandId: string;
  readonly correlationId: string;
}

export const factMetaOf = ({ id, meta }: Pick<Recorded, 'id' | 'meta'>): FactMeta => ({
  at: meta.at,
  actor: meta.actor,
  eventId: id,
  commandId: meta.commandId,
  correlationId: meta.correlationId,
});

export const metaOfDecision = ({ now, actor, commandId }: Context): FactMeta => ({
  at: now,
  actor,
  eventId: '',
  commandId,
  correlationId: '',
});

export type Decision<F extends Message = Message> = readonly F[] | Refusal | Nothing;

/** Decides commands into facts over the folded history of one stream. The tables are keyed by message name, so the compiler reports a missing entry. */
export interface Decider<State, Command extends Message, F extends Message, Reads = unknown> {
  /** Streams are named `<category>-<id>`, or `<category>` alone when `isSingle`. */
  readonly category: string;
  readonly isSingle?: true;
  /** The states contain functions, which can’t be copied: a replay keeps all of them in memory instead of moving them to the spill store. */
  readonly isInMemory?: true;
  readonly initial: State;
  /** For a stream that grows indefinitely: its revision and state from memory, so that it need not be read from its start. */
  readonly readKnownState?: (reads: Reads, id: string) => { readonly revision: number; readonly state: State } | undefined;
  /** The correlation id of a decision’s facts, regardless of who sent the command. Undefined: the command’s own. */
  readonly correlationOf?: (state: State, facts: readonly F[]) => string | undefined;
  /**
   * The name of a sequence of decisions, each of which depends on what the one before wrote, perhaps to another stream: they wait for each other.
   * Undefined where order does not matter.
   */
  readonly sequenceOf?: (facts: readonly F[]) => string | undefined;
  readonly streamId: { readonly [T in Command['type']]: (data: DataOf<Command, T>, context: Context<Reads>) => string };
  readonly decide: {
    readonly [T in Command['type']]: (data: DataOf<Command, T>, state: State, context: Context<Reads>) => Decision<F>;
  };
  /** Never refuses, never mutates. */
  readonly evolve: { readonly [T in F['type']]: (state: State, data: DataOf<F, T>, factMeta: FactMeta) => State };
}

export type StreamsOf<State> = Pick<Decider<State, never, never>, 'category' | 'isSingle' | 'initial'>;

// A table of functions with different arguments has no common call signature.
type AnyFunction = (...args: readonly unknown[]) => never;
// oxlint-disable-next-line typescript/no-explicit-any -- a list of deciders holds states and facts of every kind
export type AnyDecider = Decider<any, any, any, any>;

export const streamNameOf = (decider: Pick<AnyDecider, 'category' | 'isSingle'>, id: string): string =>
  decider.isSingle ? decider.category : `${decider.category}-${id}`;

/** A fact unknown to the decider leaves the state unchanged: other versions may write to the same stream. */
export const evolve = <State>(decider: { readonly evolve: object }, state: State, fact: Message, factMeta: FactMeta): State => {
  const step = (decider.evolve as Record<string, (...args: readonly unknown[]) => State>)[fact.type];
  return step ? step(state, fact.data, factMeta) : state;
};

interface AppendedFold {
  readonly table: object;
  readonly before: unknown;
  readonly eventId: string;
  readonly after: unknown;
}

/** By the data of a fact: the same object when the fact comes back from the log. */
const appendedFolds = new WeakMap<object, AppendedFold>();

/** Keeps the result for `evolveOnce`: one fold of an alert group copies its thousands of alerts. */
export const evolveAppended = <State>(decider: { readonly evolve: object }, before: State, fact: Message, factMeta: FactMeta): State => {
  const after = evolve(decider, before, fact, factMeta);
  if (typeof fact.data === 'object' && fact.data !== null)
    appendedFolds.set(fact.data, { table: decider.evolve, before, eventId: factMeta.eventId, after });
  return after;
};

/** Applies a recorded fact. Where this process appended it to the same state, returns the same object as `evolveAppended`. */
export const evolveOnce = <State>(decider: { readonly evolve: object }, before: State, fact: Message, factMeta: FactMeta): State => {
  const known = appendedFolds.get(fact.data as object);
  // results are not kept longer: each holds a whole state
  appendedFolds.delete(fact.data as object);
  const isSame = known?.before === before && known.table === decider.evolve && known.eventId === factMeta.eventId;
  return isSame ? (known.after as State) : evolve(decider, before, fact, factMeta);
};

export const foldFacts = <State>(
  decider: { readonly evolve: object },
  state: State,
  facts: readonly Message[],
  factMeta: FactMeta,
): State => facts.reduce((accumulated, fact) => evolve(decider, accumulated, fact, factMeta), state);

/** Throws only when the decider does not own the command. */
export const decide = (decider: AnyDecider, state: unknown, command: Message, context: Context): Decision => {
  const decision = (decider.decide as Record<string, AnyFunction | undefined>)[command.type];
  if (!decision) throw new Error(`${decider.category} does not decide ${command.type}`);
  return decision(command.data, state, context);
};

export const streamOf = (decider: AnyDecider, command: Message, context: Context): string =>
  streamNameOf(
    decider,
    (decider.streamId as Record<string, (data: unknown, context: Context) => string>)[command.type]!(command.data, context),
  );

/** Gives facts their ids. A retry by the same holder (node and epoch) gives the same ids. */
export const identifyFacts = (facts: readonly Message[], meta: Pick<Meta, 'actor' | 'commandId' | 'node' | 'epoch'>, stream: string) =>
  facts.map((fact, index) => ({ ...fact, id: deriveFencedEventId(meta, stream, index) }));

export const isFacts = (decision: Decision): decision is readonly Message[] => !isRefused(decision) && !isNothing(decision);
