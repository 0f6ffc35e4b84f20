import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { waitForReal } from '../../clock/wait.js';
import { leaseClient } from './clients.js';
import { atTheStart, type Position } from './position.js';
import { Reads } from './reads.js';
import { readTrouble } from './server-errors.js';
import type { ReceivedEvent } from './wire.js';

export interface ReadOptions {
  readonly connectionString: string;
  readonly prefix: string;
  /** Milliseconds for each call; 5 s when absent. */
  readonly deadlineMs?: number;
}

export interface InspectionOptions extends ReadOptions {
  /** `side/ordinals.db`: read only, so a server may be writing it. */
  readonly ordinalsFile: string;
}

export interface InspectionReport {
  /** The last ordinal that was counted on this node; 0 for none. */
  readonly counted: number;
  /** Whether the event of that ordinal is still at its position. */
  readonly isTheLogThatWasCounted: boolean;
  /** Whether the server has events of the prefix that were not counted. */
  readonly hasMore: boolean;
}

interface LastEvent {
  readonly ordinal: bigint;
  readonly commit: bigint;
  readonly prepare: bigint;
  readonly id: string;
}

const lastIn = (file: string): LastEvent | undefined => {
  if (!existsSync(file)) return undefined;
  const database = new Database(file, { readonly: true });
  try {
    return database
      .prepare(
        'SELECT ordinal, o.commit_position AS "commit", o.prepare_position AS "prepare", last_id AS id FROM ordinals o, counted ORDER BY ordinal DESC LIMIT 1',
      )
      .safeIntegers()
      .get() as LastEvent | undefined;
  } finally {
    database.close();
  }
};

/** 0 for none. Reads only. */
export const countOrdinals = (file: string): number => Number(lastIn(file)?.ordinal ?? 0);

/** For read-only work, while a server may be writing the log. Throws LogUnavailable when EventStoreDB can’t be reached. */
const withReads = async <T>(
  { connectionString, prefix, deadlineMs = 5000 }: ReadOptions,
  work: (reads: Reads) => Promise<T>,
): Promise<T> => {
  const lease = leaseClient(connectionString);
  const { signal } = new AbortController();
  try {
    return await work(new Reads({ client: lease.client, prefix: `${prefix}.`, deadlineMs, wait: waitForReal, signal }));
  } catch (error) {
    throw readTrouble(error);
  } finally {
    await lease.release();
  }
};

/** Throws LogUnavailable when EventStoreDB can’t be reached. */
export const examineEventStore = ({ ordinalsFile, ...to }: InspectionOptions): Promise<InspectionReport> =>
  withReads(to, async (reads) => {
    const last = lastIn(ordinalsFile);
    const from: Position = last ? { commit: last.commit, prepare: last.prepare } : atTheStart;
    const currentId = last && (await reads.readIdAt(from));
    const newer = await reads.findNewestAfter(() => from);
    return { counted: Number(last?.ordinal ?? 0), isTheLogThatWasCounted: currentId === last?.id, hasMore: newer !== undefined };
  });

const eventsPerRead = 1_000;

/** Reads one stream from its start, page by page. Throws LogUnavailable when EventStoreDB can’t be reached. */
export const readStreamWith = (to: ReadOptions, stream: string, take: (page: readonly ReceivedEvent[]) => void): Promise<void> =>
  withReads(to, async (reads) => {
    for (let from = 0; ;) {
      const page = await reads.readStreamForwards(stream, from, eventsPerRead);
      if (page.length === 0) return;
      take(page);
      from = page.at(-1)!.revision + 1;
    }
  });
