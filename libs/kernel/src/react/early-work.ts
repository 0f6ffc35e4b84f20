import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { RetryableFailure } from './retryable-failure.js';
import type { RetryTarget } from './failure.js';
import type { AnyProcess } from './process.js';

export interface EarlyCommands {
  readonly commandIds: ReadonlySet<string>;
  /** Whether these are all of the reaction’s commands. */
  readonly isAll: boolean;
}

/**
 * Work done before its turn, or in an earlier run of a page, so that it is not done twice. Lost in a crash; repeated commands are then recognised by
 * their ids.
 */
export class EarlyWork {
  private readonly reactions = new Map<string, EarlyCommands>();
  /** By event type: the ordinal up to which runs were decided. */
  private readonly decidedUpTo = new Map<string, number>();
  /** For the page being handled: failures of retried work. */
  private readonly retryFailures = new Map<string, readonly RetryableFailure[]>();

  noteSent(process: AnyProcess, event: Recorded, sentCommands: EarlyCommands): void {
    this.reactions.set(nameOf(process, event), sentCommands);
  }

  of(process: AnyProcess, event: Recorded): EarlyCommands | undefined {
    return this.reactions.get(nameOf(process, event));
  }

  forget(process: AnyProcess, event: Recorded): void {
    this.reactions.delete(nameOf(process, event));
  }

  runsDecidedUpTo(type: string): number {
    return this.decidedUpTo.get(type) ?? 0;
  }

  noteRun(type: string, ordinal: number): void {
    this.decidedUpTo.set(type, Math.max(this.runsDecidedUpTo(type), ordinal));
  }

  noteRetry(request: Recorded, failure: RetryTarget, failures: readonly RetryableFailure[]): void {
    this.retryFailures.set(retryOf(request, failure), failures);
  }

  /** Undefined if nothing was retried. */
  failuresOfRetry(request: Recorded, failure: RetryTarget): readonly RetryableFailure[] | undefined {
    return this.retryFailures.get(retryOf(request, failure));
  }

  endPage(): void {
    this.retryFailures.clear();
  }
}

const retryOf = ({ ordinal }: Recorded, { id }: RetryTarget): string => `${ordinal} ${id}`;

const nameOf = ({ name }: AnyProcess, { ordinal }: Recorded): string => `${ordinal} ${name}`;
