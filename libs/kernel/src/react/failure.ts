import { derivedId } from '../ids.js';
import type { Message } from '../decide/decider.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import { insteadId, type Planned } from './process.js';

/** Something that failed by its own fault so often that it was given up: what it was, and why. */
export interface Failure {
  readonly kind: 'reaction' | 'run' | 'timer' | 'effect';
  /** The process, the type of event that is gathered or that asks for an effect, or the timer. */
  readonly what: string;
  /** The type of the command that could not be decided; null when not even the command could be made. */
  readonly command: string | null;
  readonly commandId: string | null;
  /** The stream of a timer. */
  readonly stream: string | null;
  /** Of the event that it followed from. */
  readonly ordinal: number | null;
  readonly reason: string;
  readonly tries: number;
  /** Something simpler was done in its place. */
  readonly replaced: boolean;
}

/** A failure as it is asked to be tried again. */
export interface Retried extends Pick<Failure, 'kind' | 'what' | 'command' | 'commandId' | 'stream' | 'ordinal' | 'replaced'> {
  /** Of the event that recorded it. */
  readonly id: string;
}

/** The data of the fact that asks for it. */
export interface RetryAsked {
  readonly failures: readonly Retried[];
}

/** What failed, whenever it did: the same for each time that it is given up. */
export const failedThing = ({ kind, what, commandId, stream, ordinal }: Omit<Retried, 'id' | 'command' | 'replaced'>): string =>
  [kind, what, commandId ?? '', stream ?? '', ordinal ?? ''].join(' ');

/** What a domain makes of failures. */
export interface Failures {
  /** The type of the fact that `record` makes; its data are those of the failure. */
  readonly type: string;
  readonly record: (failure: Failure) => Message;
  /** A simpler command in the place of one that can’t be decided; undefined when there is none. */
  readonly instead: (command: Message) => Message | undefined;
  /** How somebody asks that it be tried again. */
  readonly retries?: {
    /** The type of the fact; its data are those of `RetryAsked`. */
    readonly type: string;
    /** The id of the last such fact about the same thing. */
    readonly askedBy: (memory: MemoryRows, failure: Failure) => string | undefined;
  };
}

/** So often something may fail before it is given up. */
export const mostTries = 5;

/** Milliseconds before the next try: a fault of the program comes again at once, and others wait meanwhile. */
export const restAfter = (tries: number): number => 25 * 2 ** tries;

/** The simpler command in the place of a planned one. Its id derives from the planned one’s, so that it too is decided once. */
export const insteadOf = (failures: Failures | undefined, planned: Planned, at: string): Planned | undefined => {
  const command = failures?.instead(planned.command);
  return command && { ...planned, command, commandId: insteadId(at, planned.commandId) };
};

/**
 * The command that records a failure. Its id derives from what failed, and from what asked to try it again: a restart in the middle records
 * it once, and what fails anew is recorded anew.
 */
export const recordOf = (
  failures: Failures,
  failure: Failure,
  at: string,
  cause: Pick<Planned, 'causationId' | 'correlationId'>,
  triedAgain?: string,
): Planned => ({
  ...cause,
  command: failures.record(failure),
  commandId: derivedId(
    at,
    failure.kind,
    failure.what,
    failure.commandId ?? '',
    failure.ordinal ?? '',
    failure.stream ?? '',
    'failed',
    ...(triedAgain === undefined ? [] : [triedAgain]),
  ),
});
