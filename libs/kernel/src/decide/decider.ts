import type { Actor, Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { eventId, fencedEventId } from '../ids.js';
import { isNothing, isRefused, type Nothing, type Refused } from './refused.js';

/** Something that is said: a fact of the past, or a command. */
export interface Message {
  readonly type: string;
  readonly data: unknown;
}
export type DataOf<M extends Message, T extends M['type']> = Extract<M, { readonly type: T }>['data'];

/** Everything that a decision may use besides its own stream. There is no other clock, chance or id. */
export interface Context<Reads = unknown> {
  readonly now: string;
  readonly actor: Actor;
  readonly commandId: string;
  /** The epoch of the reactor that leads; 0 outside it. */
  readonly epoch: number;
  readonly reads: Reads;
  /** An id derived from the command: the same for the same purpose, however often it is tried. */
  newId(purpose: string, n?: number): string;
}

/** When, by whom and as what a fact was recorded: all that evolve may know of it besides its data. */
export interface When {
  readonly at: string;
  readonly actor: Actor;
  /** Empty for a fact that is decided but not recorded yet. */
  readonly eventId: string;
  readonly commandId: string;
  readonly correlationId: string;
}

export const whenOf = ({ id, meta }: Pick<Recorded, 'id' | 'meta'>): When => ({
  at: meta.at,
  actor: meta.actor,
  eventId: id,
  commandId: meta.commandId,
  correlationId: meta.correlationId,
});

/** Of facts that a decision looks at before they are recorded. */
export const whenDecided = ({ now, actor, commandId }: Context): When => ({
  at: now,
  actor,
  eventId: '',
  commandId,
  correlationId: '',
});

export type Decision<F extends Message = Message> = readonly F[] | Refused | Nothing;

/** Commands to facts over the folded history of one stream. Tables, keyed by name; the compiler asks for the missing one. */
export interface Decider<State, Command extends Message, F extends Message, Reads = unknown> {
  /** Streams are named `<category>-<id>`, or `<category>` alone when `single`. */
  readonly category: string;
  readonly single?: true;
  /** Its states hold functions, and can’t be copied: a replay keeps all of them in memory. */
  readonly inMemory?: true;
  readonly initial: State;
  /** For a stream that grows for ever: its state at a revision, as memory knows it, so that it need not be read from its beginning. */
  readonly known?: (reads: Reads) => { readonly revision: number; readonly state: State } | undefined;
  /** What all events of a stream belong to, whoever asked for them; what the command belongs to where it does not say. */
  readonly correlation?: (state: State, facts: readonly F[]) => string | undefined;
  /** What a decision goes on with that one about another stream may have written last: such decisions wait for each other. Undefined where it does not matter. */
  readonly sequence?: (facts: readonly F[]) => string | undefined;
  /** Which stream a command is about. */
  readonly streamId: { readonly [T in Command['type']]: (data: DataOf<Command, T>, context: Context<Reads>) => string };
  readonly decide: {
    readonly [T in Command['type']]: (data: DataOf<Command, T>, state: State, context: Context<Reads>) => Decision<F>;
  };
  /** Obedient: never refuses, never mutates. */
  readonly evolve: { readonly [T in F['type']]: (state: State, data: DataOf<F, T>, when: When) => State };
}

// A table of functions with different arguments has no common call signature; these are the only places that say so.
type Loose = (...args: readonly unknown[]) => never;
// oxlint-disable-next-line typescript/no-explicit-any -- a list of deciders holds states and facts of every kind
export type AnyDecider = Decider<any, any, any, any>;

export const streamName = (decider: Pick<AnyDecider, 'category' | 'single'>, id: string): string =>
  decider.single ? decider.category : `${decider.category}-${id}`;

/** One fact onto the state. A fact that the decider doesn't know leaves it as it is: streams may be shared by versions. */
export const evolve = <State>(decider: { readonly evolve: object }, state: State, fact: Message, when: When): State => {
  const step = (decider.evolve as Record<string, (...args: readonly unknown[]) => State>)[fact.type];
  return step ? step(state, fact.data, when) : state;
};

/** The same steps, each of them followed by what is done after all of them. */
export const followedBy = <State, Steps extends { readonly [type: string]: (state: State, data: never, when: When) => State }>(
  steps: Steps,
  then: (after: State, type: keyof Steps & string, when: When) => State,
): Steps =>
  Object.fromEntries(
    Object.entries(steps).map(([type, step]) => [
      type,
      (before: State, data: never, when: When): State => then(step(before, data, when), type, when),
    ]),
  ) as Steps;

/** The state after facts that are decided but not recorded yet. */
export const after = <State>(decider: { readonly evolve: object }, state: State, facts: readonly Message[], when: When): State =>
  facts.reduce((folded, fact) => evolve(decider, folded, fact, when), state);

/** Decides one command. Throws only on a command that the decider does not own. */
export const decide = (decider: AnyDecider, state: unknown, command: Message, context: Context): Decision => {
  const decision = (decider.decide as Record<string, Loose | undefined>)[command.type];
  if (!decision) throw new Error(`${decider.category} does not decide ${command.type}`);
  return decision(command.data, state, context);
};

/** The stream that a command is about. */
export const streamOf = (decider: AnyDecider, command: Message, context: Context): string =>
  streamName(
    decider,
    (decider.streamId as Record<string, (data: unknown, context: Context) => string>)[command.type]!(command.data, context),
  );

/** Facts get their ids here: the same decision, made again by the same holder, makes the same events. */
export const identified = (facts: readonly Message[], meta: Pick<Meta, 'actor' | 'commandId' | 'node' | 'epoch'>, stream: string) =>
  facts.map((fact, index) => ({ ...fact, id: fencedEventId(meta, stream, index) }));

/** As it was before 0.2.0: whoever decided it. */
export const identifiedUnfenced = (facts: readonly Message[], { actor, commandId }: Pick<Meta, 'actor' | 'commandId'>, stream: string) =>
  facts.map((fact, index) => ({ ...fact, id: eventId(`${actor.kind}:${actor.id}`, commandId, stream, index) }));

export const isFacts = (decision: Decision): decision is readonly Message[] => !isRefused(decision) && !isNothing(decision);
