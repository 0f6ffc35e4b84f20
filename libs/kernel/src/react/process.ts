import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { deriveId } from '../ids.js';

export interface PlannedCommand {
  readonly command: Message;
  /** Derived from its cause, so that a repeat is recognised. */
  readonly commandId: string;
  readonly causationId: string | null;
  readonly correlationId: string;
  /** The actor; Tocsin itself when absent. */
  readonly actor?: Actor;
  /** For a command that decides as much as fits into one append: the command for the rest; undefined when nothing is left. */
  readonly rest?: (decidedFacts: readonly Message[]) => PlannedCommand | undefined;
  /** Sent when this one is refused: the refusal is then a result, and no error. */
  readonly ifRefused?: PlannedCommand;
  /** Sent after this one, unless it was refused. */
  readonly next?: PlannedCommand;
}

/**
 * The command still to be sent after this one: its rest, unless it decided nothing, or what records its refusal. The facts of a known command are not
 * available.
 */
export const restOf = (
  { rest, ifRefused, next }: PlannedCommand,
  outcome: { readonly kind: 'done' | 'known' | 'nothing' | 'refused'; readonly facts?: readonly Message[] },
): PlannedCommand | undefined => {
  if (outcome.kind === 'refused') return ifRefused;
  return (outcome.kind === 'nothing' ? undefined : rest?.(outcome.facts ?? [])) ?? next;
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

/** Sent in the name of `actor`, who caused the event; of Tocsin itself when absent. */
export type ProcessCommand = Message & {
  readonly actor?: Actor;
  /** It decides as much as fits into one append, and is sent again until it decides nothing. */
  readonly inParts?: true;
  /** Records that it was refused, where that can happen to an act that was right when it was planned. */
  readonly ifRefused?: Message;
  /** Sent in the same name once this one was decided, unless it was refused. */
  readonly next?: Message;
};

/** Made separately: if that fails, the reaction’s other commands are still sent, and finally the fallback in its place. */
export interface SeparateCommand {
  readonly ask: () => ProcessCommand;
  readonly fallback?: () => ProcessCommand | undefined;
}

/** A process reads only the event and the events it needs; the decider reads everything else. */
export interface Process<E extends Recorded = Recorded> {
  readonly name: string;
  readonly on: {
    readonly [T in E['type']]?: {
      /** Ordinals of other events that it must see. Events are immutable, so the process stays pure. */
      readonly needs?: (event: Extract<E, { readonly type: T }>) => readonly number[];
      readonly then: (
        event: Extract<E, { readonly type: T }>,
        neededEvents: ReadonlyMap<number, Recorded>,
      ) => readonly (ProcessCommand | SeparateCommand)[];
      /**
       * Positions of its commands that go before all other waiting commands. Each must begin a stream, since nothing earlier about the same stream can
       * then be waiting. Affects only the order. For this, `then` is first called without the needed events.
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

/** Processes don’t rely on their order: what follows from another’s work follows from its facts. */
export const reactingProcesses = (processes: readonly AnyProcess[], type: string): readonly AnyProcess[] =>
  processes.filter((process) => reactionOf(process, type) !== undefined);

export const needsOf = (process: AnyProcess, event: Recorded): readonly number[] => reactionOf(process, event.type)?.needs?.(event) ?? [];

const commandIdOf = ({ name }: AnyProcess, { id, meta }: Recorded, n: number): string => deriveId(meta.at, id, name, n);

export const canGoFirst = (process: AnyProcess, type: string): boolean => reactionOf(process, type)?.first !== undefined;

/** The ids of the commands that go first, and how many commands the reaction has; undefined when none goes first. */
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

/** One command of a reaction; making it may throw. */
export interface Plan {
  readonly commandId: string;
  readonly planned: () => PlannedCommand;
  readonly fallback: () => PlannedCommand | undefined;
}

/** Fixed for the command that it replaces, so that the fallback too is decided once. */
export const fallbackId = (at: string, commandId: string): string => deriveId(at, commandId, 'instead');

const refusedId = (at: string, commandId: string): string => deriveId(at, commandId, 'refused');

const nextId = (at: string, commandId: string): string => deriveId(at, commandId, 'next');

export const planReaction = (process: AnyProcess, event: Recorded, neededEvents: ReadonlyMap<number, Recorded>): readonly Plan[] => {
  const { id: causationId, meta } = event;
  const toPlannedCommand = ({ actor, type, data, inParts: isLong, ifRefused, next }: ProcessCommand, commandId: string): PlannedCommand => {
    const causes = { ...(actor ? { actor } : {}), causationId, correlationId: meta.correlationId };
    const wholeCommand = {
      command: { type, data },
      commandId,
      ...causes,
      ...(ifRefused ? { ifRefused: { command: ifRefused, commandId: refusedId(meta.at, commandId), ...causes } } : {}),
      ...(next ? { next: { command: next, commandId: nextId(meta.at, commandId), ...causes } } : {}),
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

export const planAllOf = (process: AnyProcess, event: Recorded, needed: ReadonlyMap<number, Recorded>): readonly PlannedCommand[] =>
  planReaction(process, event, needed).map(({ planned }) => planned());

export const react = (
  processes: readonly AnyProcess[],
  event: Recorded,
  neededEvents: ReadonlyMap<number, Recorded>,
): readonly PlannedCommand[] => reactingProcesses(processes, event.type).flatMap((process) => planAllOf(process, event, neededEvents));

/** A moment at which something must be decided: part of a row, not a running clock. */
export interface Timer {
  /** Unique in its stream, and different each time it is planned. */
  readonly name: string;
  readonly dueAt: string;
  readonly plannedBy: string;
  readonly command: Message;
  /** The lowest rank of the due timers fires first, regardless of due time; 0 when absent. */
  readonly rank?: number;
  /**
   * For timers that gather what others make due: fires after those of its rank that are due by then, because the plans of a live reactor are a little
   * later than what they follow from.
   */
  readonly gathersUntil?: string;
  /** At this instant the timer fires even without a free slot for the call; its decider then calls nothing. */
  readonly lapsesAt?: string;
  /** What follows from having heard nothing: fires once memory holds all that the log held when it fell due. */
  readonly ofSilence?: true;
}

/** Compares the planning events too: an event that plans a timer again, even for the same instant, makes another timer. */
export const isSameTimer = (a: Timer | undefined, b: Timer): boolean =>
  a !== undefined && a.name === b.name && a.dueAt === b.dueAt && a.plannedBy === b.plannedBy;

/** Its id derives from the plan, so that two reactors that fire the timer decide once. */
export const commandOfTimer = (stream: string, { name, dueAt, plannedBy, command }: Timer): PlannedCommand => {
  const commandId = deriveId(dueAt, stream, name, dueAt, plannedBy);
  return { command, commandId, causationId: plannedBy, correlationId: commandId };
};

/** The command id of an external answer: one for each event. */
export const outcomeIdOf = ({ id, meta }: Recorded): string => answerIdOf({ id, at: meta.at });
export const answerIdOf = ({ id, at }: { readonly id: string; readonly at: string }): string => deriveId(at, id, 'outcome');

export const systemActor: Actor = { kind: 'system', id: 'tocsin', roles: [] };
/** Acts of an operator with access to the data folder. */
export const operatorActor: Actor = { kind: 'system', id: 'operator', roles: [] };
