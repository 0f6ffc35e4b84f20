import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Failing } from './failing.js';
import type { Retried } from './failure.js';
import type { AnyProcess } from './process.js';

/** What was sent of a reaction before its turn. */
export interface SentAhead {
  readonly commandIds: ReadonlySet<string>;
  /** There is nothing else that it asks for. */
  readonly isAll: boolean;
}

/**
 * What was done before its turn, or by a page that is handled again, so that it is not done again. Forgotten by a crash: then it is known by
 * its command ids.
 */
export class DoneAhead {
  private readonly reactions = new Map<string, SentAhead>();
  /** By type of event: the ordinal up to which its runs were decided on. */
  private readonly gathered = new Map<string, number>();
  /** Of the page that is being handled: what failed anew of each. */
  private readonly retried = new Map<string, readonly Failing[]>();

  sent(process: AnyProcess, event: Recorded, sent: SentAhead): void {
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

  hasGathered(type: string, ordinal: number): void {
    this.gathered.set(type, Math.max(this.gatheredUpTo(type), ordinal));
  }

  triedAgain(request: Recorded, failure: Retried, failing: readonly Failing[]): void {
    this.retried.set(retryOf(request, failure), failing);
  }

  /** What failed anew when it was tried again; undefined where it was not. */
  failedAgain(request: Recorded, failure: Retried): readonly Failing[] | undefined {
    return this.retried.get(retryOf(request, failure));
  }

  pageEnds(): void {
    this.retried.clear();
  }
}

const retryOf = ({ ordinal }: Recorded, { id }: Retried): string => `${ordinal} ${id}`;

const nameOf = ({ name }: AnyProcess, { ordinal }: Recorded): string => `${ordinal} ${name}`;
