import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Failing } from './failing.js';
import type { Retried } from './failure.js';
import type { AnyProcess } from './process.js';

/** The commands of a reaction that were sent before its turn. */
export interface SentAhead {
  readonly commandIds: ReadonlySet<string>;
  /** These are all of the reaction’s commands. */
  readonly isAll: boolean;
}

/**
 * Work done before its turn, or in an earlier run of a page, so that it is not done twice. Lost in a crash; repeated commands are then recognised by
 * their ids.
 */
export class DoneAhead {
  private readonly reactions = new Map<string, SentAhead>();
  /** By event type: the ordinal up to which runs were decided. */
  private readonly gathered = new Map<string, number>();
  /** For the page being handled: failures of retried work. */
  private readonly retried = new Map<string, readonly Failing[]>();

  noteSent(process: AnyProcess, event: Recorded, sent: SentAhead): void {
    this.reactions.set(nameOf(process, event), sent);
  }

  of(process: AnyProcess, event: Recorded): SentAhead | undefined {
    return this.reactions.get(nameOf(process, event));
  }

  forget(process: AnyProcess, event: Recorded): void {
    this.reactions.delete(nameOf(process, event));
  }

  gatheredUpTo(type: string): number {
    return this.gathered.get(type) ?? 0;
  }

  noteGathered(type: string, ordinal: number): void {
    this.gathered.set(type, Math.max(this.gatheredUpTo(type), ordinal));
  }

  noteRetry(request: Recorded, failure: Retried, failing: readonly Failing[]): void {
    this.retried.set(retryOf(request, failure), failing);
  }

  /** Failures of the retry; undefined if nothing was retried. */
  failedAgain(request: Recorded, failure: Retried): readonly Failing[] | undefined {
    return this.retried.get(retryOf(request, failure));
  }

  pageEnds(): void {
    this.retried.clear();
  }
}

const retryOf = ({ ordinal }: Recorded, { id }: Retried): string => `${ordinal} ${id}`;

const nameOf = ({ name }: AnyProcess, { ordinal }: Recorded): string => `${ordinal} ${name}`;
