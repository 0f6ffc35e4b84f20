import {
  ANY,
  NO_STREAM,
  type AppendExpectedRevision,
  type AppendResult,
  type EventData,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { LogUnavailable, type Expected, type NewEvent } from '../event-log.js';
import type { Wait } from '../follower.js';
import type { Position } from './position.js';
import type { Reads } from './reads.js';
import { retried, withDeadline } from './retried.js';
import { appendTrouble, neverLeft } from './trouble.js';
import { proposal } from './wire.js';

export interface AppendsOptions {
  readonly client: EventStoreDBClient;
  readonly prefix: string;
  readonly reads: Reads;
  readonly deadlineMs: number;
  readonly wait: Wait;
  readonly signal: AbortSignal;
  readonly credentials?: { readonly username: string; readonly password: string };
}

/** The position of an append’s last event. */
export interface Placed {
  readonly revision: number;
  readonly position: Position;
}

/**
 * Appends, and repeats the append when the server may not have done it: with the same ids at the same revision, a repeat gets the
 * first answer and writes nothing twice. At `any` it is repeated only when nothing can have arrived.
 */
export class Appends {
  constructor(private readonly options: AppendsOptions) {}

  /** Throws AppendConflict, AppendTooLarge, LogUnavailable, and SyntaxError for data or meta that are not JSON. */
  async append(stream: string, expected: Expected, events: readonly NewEvent[], bytes: number): Promise<Placed> {
    const { wait, signal } = this.options;
    const proposals = events.map(proposal);
    let outcome: 'not_applied' | 'unknown' = 'not_applied';
    const attempt = (): Promise<AppendResult> =>
      this.once(stream, expected, proposals).catch((error: unknown) => {
        if (!neverLeft(error)) outcome = 'unknown';
        throw error;
      });
    let result: AppendResult;
    try {
      result = await retried(attempt, wait, signal, (error) => expected !== 'any' || neverLeft(error));
    } catch (error) {
      throw appendTrouble(error, { stream, expected, bytes }, outcome);
    }
    const revision = Number(result.nextExpectedRevision);
    return { revision, position: result.position ?? (await this.placeOf(stream, revision)) };
  }

  private once(stream: string, expected: Expected, proposals: EventData[]): Promise<AppendResult> {
    const { client, prefix, deadlineMs, credentials } = this.options;
    const expectedRevision = revisionOf(expected);
    const how = { expectedRevision, requiresLeader: true, deadline: deadlineMs, ...(credentials && { credentials }) };
    return withDeadline(client.appendToStream(prefix + stream, proposals, how), deadlineMs);
  }

  /** Some servers answer a repeat without the events’ position. */
  private async placeOf(stream: string, revision: number): Promise<Position> {
    const found = await this.options.reads.stream(stream, revision, 1).catch((error: unknown) => {
      throw new LogUnavailable('unknown', `${stream}@${revision} was appended, but can’t be read`, { cause: error });
    });
    if (!found[0]) throw new LogUnavailable('unknown', `${stream}@${revision} was appended, but can’t be found`);
    return found[0].position;
  }
}

const revisionOf = (expected: Expected): AppendExpectedRevision => {
  if (typeof expected === 'number') return BigInt(expected);
  return expected === 'none' ? NO_STREAM : ANY;
};
