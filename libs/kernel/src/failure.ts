import { derivedId } from './ids.js';
import type { Message } from './decider.js';
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

/** What a domain makes of failures. */
export interface Failures {
  /** The type of the fact that `record` makes; its data are those of the failure. */
  readonly type: string;
  readonly record: (failure: Failure) => Message;
  /** A simpler command in the place of one that can’t be decided; undefined when there is none. */
  readonly instead: (command: Message) => Message | undefined;
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

/** The command that records a failure. Its id derives from what failed: a restart in the middle records it once. */
export const recordOf = (
  failures: Failures,
  failure: Failure,
  at: string,
  cause: Pick<Planned, 'causationId' | 'correlationId'>,
): Planned => ({
  ...cause,
  command: failures.record(failure),
  commandId: derivedId(at, failure.kind, failure.what, failure.commandId ?? '', failure.ordinal ?? '', failure.stream ?? '', 'failed'),
});
