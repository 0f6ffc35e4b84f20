import { backOff } from '@tocsin/contracts/back-off.js';
import { deriveId } from '../ids.js';
import type { Message } from '../decide/decider.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import { fallbackId, type PlannedCommand } from './process.js';

export interface Failure {
  readonly kind: 'reaction' | 'run' | 'timer' | 'effect';
  /** The process, the gathered event type, the event type that requests an effect, or the timer. */
  readonly what: string;
  /** Null when the command could not even be made. */
  readonly command: string | null;
  readonly commandId: string | null;
  readonly stream: string | null;
  readonly ordinal: number | null;
  readonly reason: string;
  readonly tries: number;
  /** Whether the fallback command was decided instead. */
  readonly replaced: boolean;
}

export interface RetryTarget extends Pick<Failure, 'kind' | 'what' | 'command' | 'commandId' | 'stream' | 'ordinal' | 'replaced'> {
  readonly id: string;
}

export interface RetryRequest {
  readonly failures: readonly RetryTarget[];
}

/** The key of the failed work: the same each time it is abandoned. */
export const failureKeyOf = ({ kind, what, commandId, stream, ordinal }: Omit<RetryTarget, 'id' | 'command' | 'replaced'>): string =>
  [kind, what, commandId ?? '', stream ?? '', ordinal ?? ''].join(' ');

export interface Failures {
  /** The fact that `record` makes; its data is the failure. */
  readonly type: string;
  readonly record: (failure: Failure) => Message;
  /** A simpler command in place of one that can’t be decided. */
  readonly fallbackCommand: (command: Message) => Message | undefined;
  readonly retries?: {
    readonly type: string;
    /** The id of the last retry request for the same thing. */
    readonly lastRequestId: (memory: MemoryRows, failure: Failure) => string | undefined;
  };
}

export const maxTries = 5;

/** In milliseconds. Short: a bug fails again at once, and other work waits meanwhile. */
export const backOffOf = (tries: number): number => backOff(tries, { first: 50, most: 400 });

/** Its id derives from the planned one’s, so that it too is decided once. */
export const fallbackOf = (failures: Failures | undefined, plannedCommand: PlannedCommand, at: string): PlannedCommand | undefined => {
  const command = failures?.fallbackCommand(plannedCommand.command);
  return command && { ...plannedCommand, command, commandId: fallbackId(at, plannedCommand.commandId) };
};

/** The id derives from what failed and from the retry request, if any: a restart in between records it once, and a failed retry is recorded again. */
export const recordOf = (
  failures: Failures,
  failure: Failure,
  at: string,
  cause: Pick<PlannedCommand, 'causationId' | 'correlationId'>,
  retryRequestId?: string,
): PlannedCommand => ({
  ...cause,
  command: failures.record(failure),
  commandId: deriveId(
    at,
    failure.kind,
    failure.what,
    failure.commandId ?? '',
    failure.ordinal ?? '',
    failure.stream ?? '',
    'failed',
    ...(retryRequestId === undefined ? [] : [retryRequestId]),
  ),
});
