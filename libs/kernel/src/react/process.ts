import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { derivedId } from '../ids.js';

/** A command that follows from something: an event, or a timer that is due. */
export interface Planned {
  readonly command: Message;
  /** Derived from its cause: a second try is known by it. */
  readonly commandId: string;
  readonly causationId: string | null;
  readonly correlationId: string;
  /** In whose name; Tocsin’s own when absent. */
  readonly actor?: Actor;
  /** Of a command that decides as much as fits into one append: the command for the rest, from what this one decided; none when that was all. */
  readonly rest?: (decided: readonly Message[]) => Planned | undefined;
}

/** What is still to be sent after a command was: the rest of it, unless nothing came of it. A known command’s facts are not at hand. */
export const restOf = (
  { rest }: Planned,
  settled: { readonly kind: 'done' | 'known' | 'nothing' | 'refused'; readonly facts?: readonly Message[] },
): Planned | undefined => (settled.kind === 'done' || settled.kind === 'known' ? rest?.(settled.facts ?? []) : undefined);

/**
 * What is left of a command that decides as much as fits into one append is the same command again, under an id that derives from the one
 * before: the decider knows how far it came. It ends when `isAll` says so, or when nothing comes of a part.
 */
export const inParts = (whole: Planned, at: string, isAll: (decided: readonly Message[]) => boolean = () => false, part = 0): Planned => ({
  ...whole,
  commandId: part === 0 ? whole.commandId : derivedId(at, whole.commandId, 'part', part),
  rest: (decided) => (isAll(decided) ? undefined : inParts(whole, at, isAll, part + 1)),
});

/** A command that a process asks for, perhaps in the name of whoever caused it. */
export type ProcessCommand = Message & {
  readonly actor?: Actor;
  /** It decides as much as fits into one append, and is sent again until nothing comes of it. */
  readonly inParts?: true;
};

/** A command that is worked out by itself: where that fails, the others are sent all the same, and at last what is simpler in its place. */
export interface Piece {
  readonly ask: () => ProcessCommand;
  readonly instead?: () => ProcessCommand | undefined;
}

/** Facts in, commands out. It reads nothing but the event and the events it asks for: what else matters, the decider reads. */
export interface Process<E extends Recorded = Recorded> {
  readonly name: string;
  /** Of several that react to one event the lower goes first, so that whoever depends on what others change decides after it; 0 when absent. */
  readonly rank?: number;
  readonly on: {
    readonly [T in E['type']]?: {
      /** Ordinals of other events that it must see: immutable, so it stays pure. */
      readonly needs?: (event: Extract<E, { readonly type: T }>) => readonly number[];
      readonly then: (
        event: Extract<E, { readonly type: T }>,
        needed: ReadonlyMap<number, Recorded>,
      ) => readonly (ProcessCommand | Piece)[];
      /**
       * Which of its commands, by their place, go before all others that wait. Each must begin a stream: nothing earlier about the same can be
       * waiting. It sees what decisions read, and decides nothing but the order. `then` is asked without the other events first.
       */
      readonly first?: (event: Extract<E, { readonly type: T }>, reads: never) => readonly number[];
    };
  };
}
// oxlint-disable-next-line typescript/no-explicit-any -- a list of processes holds events of every kind
export type AnyProcess = Process<any>;

interface Reaction {
  readonly needs?: (event: Recorded) => readonly number[];
  readonly then: (event: Recorded, needed: ReadonlyMap<number, Recorded>) => readonly (ProcessCommand | Piece)[];
  readonly first?: (event: Recorded, reads: never) => readonly number[];
}
const reactionOf = (process: AnyProcess, type: string): Reaction | undefined => (process.on as Record<string, Reaction | undefined>)[type];

/** The processes that react to an event of this type, in their order. */
export const reacting = (processes: readonly AnyProcess[], type: string): readonly AnyProcess[] =>
  processes.filter((process) => reactionOf(process, type) !== undefined);

export const needsOf = (process: AnyProcess, event: Recorded): readonly number[] => reactionOf(process, event.type)?.needs?.(event) ?? [];

/** Of the n-th command that a process asks for because of an event. */
const commandIdOf = ({ name }: AnyProcess, { id, meta }: Recorded, n: number): string => derivedId(meta.at, id, name, n);

/** Some of what this process makes of an event may go first. */
export const mayGoFirst = (process: AnyProcess, type: string): boolean => reactionOf(process, type)?.first !== undefined;

/** The commands of a reaction that go first, and how many it has; undefined where none does. Ids are worked out for these alone. */
export const thoseFirst = (
  process: AnyProcess,
  event: Recorded,
  reads: unknown,
): { readonly commandIds: ReadonlySet<string>; readonly all: number } | undefined => {
  const reaction = reactionOf(process, event.type);
  const places = reaction?.first?.(event, reads as never) ?? [];
  if (places.length === 0) return undefined;
  const all = reaction!.then(event, new Map()).length;
  return { commandIds: new Set(places.map((n) => commandIdOf(process, event, n))), all };
};

/** One command of a reaction before it is worked out, which may throw. */
export interface Plan {
  readonly commandId: string;
  readonly planned: () => Planned;
  readonly instead: () => Planned | undefined;
}

/** The id of what is done in the place of a command: it too is decided once. */
export const insteadId = (at: string, commandId: string): string => derivedId(at, commandId, 'instead');

/** What one process makes of one event, command by command. */
export const plansBy = (process: AnyProcess, event: Recorded, needed: ReadonlyMap<number, Recorded>): readonly Plan[] => {
  const { id: causationId, meta } = event;
  const plannedAs = ({ actor, type, data, inParts: isLong }: ProcessCommand, commandId: string): Planned => {
    const whole = { command: { type, data }, ...(actor ? { actor } : {}), commandId, causationId, correlationId: meta.correlationId };
    return isLong ? inParts(whole, meta.at) : whole;
  };
  return (reactionOf(process, event.type)?.then(event, needed) ?? []).map((one, n) => {
    const commandId = commandIdOf(process, event, n);
    if (!('ask' in one)) return { commandId, planned: () => plannedAs(one, commandId), instead: () => undefined };
    const simpler = (): Planned | undefined => {
      const substitute = one.instead?.();
      return substitute && plannedAs(substitute, insteadId(meta.at, commandId));
    };
    return { commandId, planned: () => plannedAs(one.ask(), commandId), instead: simpler };
  });
};

/** The same, all worked out. */
export const reactionBy = (process: AnyProcess, event: Recorded, needed: ReadonlyMap<number, Recorded>): readonly Planned[] =>
  plansBy(process, event, needed).map(({ planned }) => planned());

/** What all processes make of one event, in their order. */
export const react = (processes: readonly AnyProcess[], event: Recorded, needed: ReadonlyMap<number, Recorded>): readonly Planned[] =>
  reacting(processes, event.type).flatMap((process) => reactionBy(process, event, needed));

/** A moment at which something is to be decided, folded from events: a row, not a running clock. */
export interface Timer {
  /** Unique in its stream, and different whenever it is planned anew. */
  readonly name: string;
  readonly dueAt: string;
  /** The event that planned it. */
  readonly plannedBy: string;
  readonly command: Message;
  /** Of what is due, the lowest goes first, whatever was due before it; 0 when absent. */
  readonly rank?: number;
  /** While what it calls has no room, it fires at this instant all the same: its decider then calls nothing. */
  readonly lapsesAt?: string;
}

/** Planned once: another event that plans the same anew, even for the same instant, makes another timer. */
export const isSameTimer = (a: Timer | undefined, b: Timer): boolean =>
  a !== undefined && a.name === b.name && a.dueAt === b.dueAt && a.plannedBy === b.plannedBy;

/** The command of a timer. Its id derives from what was planned, so that two who fire it decide once. */
export const timed = (stream: string, { name, dueAt, plannedBy, command }: Timer): Planned => {
  const commandId = derivedId(dueAt, stream, name, dueAt, plannedBy);
  return { command, commandId, causationId: plannedBy, correlationId: commandId };
};

/** The command id of a timer as 0.1 made it, which recorded no cause of it. */
export const uncausedTimerId = (stream: string, { name, dueAt }: Pick<Timer, 'name' | 'dueAt'>): string =>
  derivedId(dueAt, stream, name, dueAt);

/** The command id of what the outside made of an event: one answer each. */
export const outcomeId = ({ id, meta }: Recorded): string => answerId({ id, at: meta.at });
export const answerId = ({ id, at }: { readonly id: string; readonly at: string }): string => derivedId(at, id, 'outcome');

export const systemActor: Actor = { kind: 'system', id: 'tocsin', roles: [] };
/** Whoever may read the data folder on the machine itself. */
export const operatorActor: Actor = { kind: 'system', id: 'operator', roles: [] };
