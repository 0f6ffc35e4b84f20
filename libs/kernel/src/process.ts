import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from './decider.js';
import { derivedId } from './ids.js';

/** A command that follows from something: an event, or a timer that is due. */
export interface Planned {
  readonly command: Message;
  /** Derived from its cause: a second try is known by it. */
  readonly commandId: string;
  readonly causationId: string | null;
  readonly correlationId: string;
  /** In whose name; Tocsin’s own when absent. */
  readonly actor?: Actor;
}

/** A command that a process asks for, perhaps in the name of whoever caused it. */
export type Asked = Message & { readonly actor?: Actor };

/** Facts in, commands out. It reads nothing but the event and the events it asks for: what else matters, the decider reads. */
export interface Process<E extends Recorded = Recorded> {
  readonly name: string;
  readonly on: {
    readonly [T in E['type']]?: {
      /** Ordinals of other events that it must see: immutable, so it stays pure. */
      readonly needs?: (event: Extract<E, { readonly type: T }>) => readonly number[];
      readonly then: (event: Extract<E, { readonly type: T }>, needed: ReadonlyMap<number, Recorded>) => readonly Asked[];
    };
  };
}
// oxlint-disable-next-line typescript/no-explicit-any -- a list of processes holds events of every kind
export type AnyProcess = Process<any>;

interface Reaction {
  readonly needs?: (event: Recorded) => readonly number[];
  readonly then: (event: Recorded, needed: ReadonlyMap<number, Recorded>) => readonly Asked[];
}
const reactionOf = (process: AnyProcess, type: string): Reaction | undefined => (process.on as Record<string, Reaction | undefined>)[type];

export const needsOf = (processes: readonly AnyProcess[], event: Recorded): readonly number[] =>
  processes.flatMap((process) => reactionOf(process, event.type)?.needs?.(event) ?? []);

/** What all processes make of one event, in their order. */
export const react = (processes: readonly AnyProcess[], event: Recorded, needed: ReadonlyMap<number, Recorded>): readonly Planned[] =>
  processes.flatMap((process) =>
    (reactionOf(process, event.type)?.then(event, needed) ?? []).map(({ actor, type, data }, n) => ({
      command: { type, data },
      ...(actor ? { actor } : {}),
      commandId: derivedId(event.meta.at, event.id, process.name, n),
      causationId: event.id,
      correlationId: event.meta.correlationId,
    })),
  );

/** A moment at which something is to be decided, folded from events: a row, not a running clock. */
export interface Timer {
  /** Unique in its stream, and different whenever it is planned anew. */
  readonly name: string;
  readonly dueAt: string;
  readonly command: Message;
}

/** The command of a timer. Its id derives from what was planned, so that two who fire it decide once. */
export const timed = (stream: string, timer: Timer): Planned => ({
  command: timer.command,
  commandId: derivedId(timer.dueAt, stream, timer.name, timer.dueAt),
  causationId: null,
  correlationId: derivedId(timer.dueAt, stream, timer.name, timer.dueAt),
});

/** The command id of what the outside made of an event: one answer each. */
export const outcomeId = ({ id, meta }: Recorded): string => derivedId(meta.at, id, 'outcome');

export const systemActor: Actor = { kind: 'system', id: 'tocsin', roles: [] };
/** Whoever may read the data folder on the machine itself. */
export const operatorActor: Actor = { kind: 'system', id: 'operator', roles: [] };
