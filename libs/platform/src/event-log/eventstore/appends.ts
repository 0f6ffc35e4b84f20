import {
  ANY,
  NO_STREAM,
  type AppendExpectedRevision,
  type AppendResult,
  type EventData,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { LogUnavailable, type ExpectedRevision, type NewEvent } from '../event-log.js';
import type { Wait } from '../../clock/wait.js';
import type { Position } from './position.js';
import type { Reads } from './reads.js';
import { retryReads, withDeadline } from './retry-reads.js';
import { appendTrouble, isUnsent } from './server-errors.js';
import { toProposal } from './wire.js';

export interface AppendsOptions {
  readonly client: EventStoreDBClient;
  readonly prefix: string;
  readonly reads: Reads;
  readonly deadlineMs: number;
  readonly wait: Wait;
  readonly signal: AbortSignal;
  readonly credentials?: { readonly username: string; readonly password: string };
}

export interface AppendPosition {
  readonly revision: number;
  readonly position: Position;
}

/**
 * Appends, and repeats the append when the server may not have done it: with the same ids at the same revision, a repeat gets the first answer and writes
 * nothing twice. At `any` it is repeated only when nothing can have arrived.
 */
export class Appends {
  constructor(private readonly options: AppendsOptions) {}

  /** Throws AppendConflict, AppendTooLarge, LogUnavailable, and SyntaxError for data or meta that are not JSON. */
  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[], bytes: number): Promise<AppendPosition> {
    const { wait, signal } = this.options;
    const proposals = events.map(toProposal);
    let outcome: 'not_applied' | 'unknown' = 'not_applied';
    const tryAppend = (): Promise<AppendResult> =>
      this.appendOnce(stream, expected, proposals).catch((error: unknown) => {
        if (!isUnsent(error)) outcome = 'unknown';
        throw error;
      });
    let result: AppendResult;
    try {
      result = await retryReads(tryAppend, wait, signal, (error) => expected !== 'any' || isUnsent(error));
    } catch (error) {
      throw appendTrouble(error, { stream, expectedRevision: expected, bytes }, outcome);
    }
    const revision = Number(result.nextExpectedRevision);
    return { revision, position: result.position ?? (await this.placeOf(stream, revision)) };
  }

  private appendOnce(stream: string, expectation: ExpectedRevision, proposals: EventData[]): Promise<AppendResult> {
    const { client, prefix, deadlineMs, credentials } = this.options;
    const expectedRevision = revisionOf(expectation);
    const appendOptions = { expectedRevision, requiresLeader: true, deadline: deadlineMs, ...(credentials && { credentials }) };
    return withDeadline(client.appendToStream(prefix + stream, proposals, appendOptions), deadlineMs);
  }

  /** Some servers answer a repeat without the events’ position. */
  private async placeOf(stream: string, revision: number): Promise<Position> {
    const lastEvent = await this.options.reads.readStreamForwards(stream, revision, 1).catch((error: unknown) => {
      throw new LogUnavailable('unknown', `${stream}@${revision} was appended, but can’t be read`, { cause: error });
    });
    if (!lastEvent[0]) throw new LogUnavailable('unknown', `${stream}@${revision} was appended, but can’t be found`);
    return lastEvent[0].position;
  }
}

const revisionOf = (expectation: ExpectedRevision): AppendExpectedRevision => {
  if (typeof expectation === 'number') return BigInt(expectation);
  return expectation === 'none' ? NO_STREAM : ANY;
};
