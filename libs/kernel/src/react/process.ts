import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { deriveId } from '../ids.js';

/** A command that follows from an event or from a due timer. */
export interface PlannedCommand {
  readonly command: Message;
  /** Derived from its cause, so that a repeat is recognised. */
  readonly commandId: string;
  readonly causationId: string | null;
  readonly correlationId: string;
  /** The actor; Tocsin itself when absent. */
  readonly actor?: Actor;
  /**
   * For a command that decides as much as fits into one append: from the decided facts, the command for the rest;
   * undefined when nothing is left.
   */
  readonly rest?: (decidedFacts: readonly Message[]) => PlannedCommand | undefined;
  /** Sent in its place when it is refused: the refusal is then a result, and no error. */
  readonly ifRefused?: PlannedCommand;
}

/**
 * The command still to be sent after this one: the rest of it, unless it decided nothing, or what records its refusal. The facts of
 * a known command are not available.
 */
export const restOf = (
  { rest, ifRefused }: PlannedCommand,
  outcome: { readonly kind: 'done' | 'known' | 'nothing' | 'refused'; readonly facts?: readonly Message[] },
): PlannedCommand | undefined => {
  if (outcome.kind === 'refused') return ifRefused;
  return outcome.kind === 'nothing' ? undefined : rest?.(outcome.facts ?? []);
};

/**
 * Splits a command that decides as much as fits into one append: the rest is the same command again, under an id derived from the previous one; the
 * decider knows the progress. Ends when `isAll` says so, or when a part decides nothing.
 */
export const splitIntoParts = (
  wholeCommand: PlannedCommand,
  at: string,
  isAll: (decidedFacts: readonly Message[]) => boolean = () => false,
  part = 0,
): PlannedCommand => ({
  ...wholeCommand,
  commandId: part === 0 ? wholeCommand.commandId : deriveId(at, wholeCommand.commandId, 'part', part),
  rest: (decidedFacts) => (isAll(decidedFacts) ? undefined : splitIntoParts(wholeCommand, at, isAll, part + 1)),
});

/** A command of a process, optionally as the actor who caused the event. */
export type ProcessCommand = Message & {
  readonly actor?: Actor;
  /** It decides as much as fits into one append, and is sent again until it decides nothing. */
  readonly inParts?: true;
  /** Records that it was refused, where that can happen to an act that was right when it was planned. */
  readonly ifRefused?: Message;
};

/** A command that is made separately: if making it fails, the reaction’s other commands are still sent, and finally the fallback in its place. */
export interface SeparateCommand {
  readonly ask: () => ProcessCommand;
  readonly fallback?: () => ProcessCommand | undefined;
}

/** Events in, commands out. A process reads only the event and the events it requests; the decider reads everything else. */
export interface Process<E extends Recorded = Recorded> {
  readonly name: string;
  readonly on: {
    readonly [T in E['type']]?: {
      /** Ordinals of other events that it must see: immutable, so it stays pure. */
      readonly needs?: (event: Extract<E, { readonly type: T }>) => readonly number[];
      readonly then: (
        event: Extract<E, { readonly type: T }>,
        neededEvents: ReadonlyMap<number, Recorded>,
      ) => readonly (ProcessCommand | SeparateCommand)[];
      /**
       * The positions of its commands that go before all other waiting commands. Each must begin a stream, since
       * nothing earlier about the same stream can then be waiting. It sees what decisions read, but decides only the
       * order. For this, `then` is first called without the needed events.
       */
      readonly first?: (event: Extract<E, { readonly type: T }>, reads: never) => readonly number[];
    };
  };
}
// oxlint-disable-next-line typescript/no-explicit-any -- a list of processes holds events of every kind
export type AnyProcess = Process<any>;

interface Reaction {
  readonly needs?: (event: Recorded) => readonly number[];
  readonly then: (event: Recorded, neededEvents: ReadonlyMap<number, Recorded>) => readonly (ProcessCommand | SeparateCommand)[];
  readonly first?: (event: Recorded, reads: never) => readonly number[];
}
const reactionOf = (process: AnyProcess, type: string): Reaction | undefined => (process.on as Record<string, Reaction | undefined>)[type];

/** The processes that react to an event of this type. None relies on their order: what follows from another’s work follows from its facts. */
export const reactingProcesses = (processes: readonly AnyProcess[], type: string): readonly AnyProcess[] =>
  processes.filter((process) => reactionOf(process, type) !== undefined);

export const needsOf = (process: AnyProcess, event: Recorded): readonly number[] => reactionOf(process, event.type)?.needs?.(event) ?? [];

/** Id of a process’s n-th command for an event. */
const commandIdOf = ({ name }: AnyProcess, { id, meta }: Recorded, n: number): string => deriveId(meta.at, id, name, n);

/** Whether some commands of this process for this event type may go first. */
export const canGoFirst = (process: AnyProcess, type: string): boolean => reactionOf(process, type)?.first !== undefined;

/**
 * The ids of the commands that go first, and how many commands the reaction has; undefined when none goes first. Only
 * these ids are computed.
 */
export const leadingCommands = (
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

/** One command of a reaction before it is made; making it may throw. */
export interface Plan {
  readonly commandId: string;
  readonly planned: () => PlannedCommand;
  readonly fallback: () => PlannedCommand | undefined;
}

/** The id of the command that replaces another one: it too is decided once. */
export const fallbackId = (at: string, commandId: string): string => deriveId(at, commandId, 'instead');

/** The id of the command that records the refusal of another one. */
const refusedId = (at: string, commandId: string): string => deriveId(at, commandId, 'refused');

/** The commands that one process issues for an event. */
export const planReaction = (process: AnyProcess, event: Recorded, neededEvents: ReadonlyMap<number, Recorded>): readonly Plan[] => {
  const { id: causationId, meta } = event;
  const toPlannedCommand = ({ actor, type, data, inParts: isLong, ifRefused }: ProcessCommand, commandId: string): PlannedCommand => {
    const causes = { ...(actor ? { actor } : {}), causationId, correlationId: meta.correlationId };
    const wholeCommand = {
      command: { type, data },
      commandId,
      ...causes,
      ...(ifRefused ? { ifRefused: { command: ifRefused, commandId: refusedId(meta.at, commandId), ...causes } } : {}),
    };
    return isLong ? splitIntoParts(wholeCommand, meta.at) : wholeCommand;
  };
  return (reactionOf(process, event.type)?.then(event, neededEvents) ?? []).map((one, n) => {
    const commandId = commandIdOf(process, event, n);
    if (!('ask' in one)) return { commandId, planned: () => toPlannedCommand(one, commandId), fallback: () => undefined };
    const planFallback = (): PlannedCommand | undefined => {
      const substitute = one.fallback?.();
      return substitute && toPlannedCommand(substitute, fallbackId(meta.at, commandId));
    };
    return { commandId, planned: () => toPlannedCommand(one.ask(), commandId), fallback: planFallback };
  });
};

/** The same, with all commands made. */
export const planAllOf = (process: AnyProcess, event: Recorded, needed: ReadonlyMap<number, Recorded>): readonly PlannedCommand[] =>
  planReaction(process, event, needed).map(({ planned }) => planned());

/** The commands of all processes for one event. */
export const react = (
  processes: readonly AnyProcess[],
  event: Recorded,
  neededEvents: ReadonlyMap<number, Recorded>,
): readonly PlannedCommand[] => reactingProcesses(processes, event.type).flatMap((process) => planAllOf(process, event, neededEvents));

/** A moment at which something must be decided, folded from events: a row, not a running clock. */
export interface Timer {
  /** Unique in its stream, and different each time it is planned. */
  readonly name: string;
  readonly dueAt: string;
  readonly plannedBy: string;
  readonly command: Message;
  /** Of the due timers the lowest rank fires first, regardless of due time; 0 when absent. */
  readonly rank?: number;
  /**
   * It gathers what other timers make due: of its rank it fires after those that are due by then, once they are decided, because the
   * plans of a live reactor are a little later than what they follow from.
   */
  readonly gathersUntil?: string;
  /** Even when there is no free slot for the call, the timer fires at this instant; its decider then calls nothing. */
  readonly lapsesAt?: string;
}

/**
 * Whether two timers were planned by the same event: an event that plans it again, even for the same instant, makes
 * another timer.
 */
export const isSameTimer = (a: Timer | undefined, b: Timer): boolean =>
  a !== undefined && a.name === b.name && a.dueAt === b.dueAt && a.plannedBy === b.plannedBy;

/** The command of a timer. Its id derives from the plan, so that two reactors that fire it decide once. */
export const commandOfTimer = (stream: string, { name, dueAt, plannedBy, command }: Timer): PlannedCommand => {
  const commandId = deriveId(dueAt, stream, name, dueAt, plannedBy);
  return { command, commandId, causationId: plannedBy, correlationId: commandId };
};

/** The command id of an external answer to an event: one answer for each event. */
export const outcomeIdOf = ({ id, meta }: Recorded): string => answerIdOf({ id, at: meta.at });
export const answerIdOf = ({ id, at }: { readonly id: string; readonly at: string }): string => deriveId(at, id, 'outcome');

export const systemActor: Actor = { kind: 'system', id: 'tocsin', roles: [] };
/** The actor for acts of an operator with access to the data folder on the machine itself. */
export const operatorActor: Actor = { kind: 'system', id: 'operator', roles: [] };
