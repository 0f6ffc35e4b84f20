import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { Redactions } from '@tocsin/domain/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact, type Reenacted, type ReenactOptions } from '@tocsin/kernel/replay/reenact.js';
import type { Written } from '@tocsin/kernel/replay/written.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { requireFinal } from '@tocsin/platform/codec/final-facts.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { rebuild } from '@tocsin/platform/views/rebuild.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { postgresViews } from '@tocsin/platform/views/postgres-dialect.js';
import { sqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import { clusterEvents, clusterPostgres } from './cluster.js';
import { everything } from '../ports/event-log-samples.js';
import { ToyLog } from '../toys/toy-log.js';

const requireFinalFact = requireFinal(eventContract);

/** The data as the codec writes it. Throws when its contract refuses it or would change it. */
export const byContract: Written = (type, data) => {
  requireFinalFact({ type, data });
  return { v: eventContract(type)!.v, data: JSON.parse(JSON.stringify(data)) as unknown };
};

const inTemporary = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-copy-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A complete copy of a database to which its server may be writing. */
const copyDatabase = async (from: string, to: string): Promise<void> => {
  const database = new Database(from, { readonly: true });
  try {
    await database.backup(to);
  } finally {
    database.close();
  }
};

/** Every event of a data folder, decoded; its server may run. `masterKey`: as in openVault. */
export const eventsOfFolder = (data: string, masterKey?: string): Promise<readonly Recorded[]> =>
  inTemporary(async (copy) => {
    const key = join(data, 'vault', 'master.key');
    await copyDatabase(join(data, 'vault', 'vault.db'), join(copy, 'vault.db'));
    if (existsSync(key)) cpSync(key, join(copy, 'master.key'));
    const vault = openVault(copy, masterKey);
    const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
    const elsewhere = await clusterEvents(data);
    if (elsewhere) {
      const events = elsewhere.map((stored) => codec.decode(stored));
      vault.close();
      return events;
    }
    const log = SqliteEventLog.openReadOnly(join(data, 'log'));
    try {
      return (await everything(log)).map((stored) => codec.decode(stored));
    } finally {
      await log.close();
      vault.close();
    }
  });

/** Replays all decisions that a server recorded in its data folder. Work in progress may be missing: see `pendingOk`. */
export const reenactFolder = async (data: string, options: ReenactOptions & { readonly masterKey?: string } = {}): Promise<Reenacted> =>
  reenact(domain, await eventsOfFolder(data, options.masterKey), { written: byContract, ...options });

const dumpOf = async (store: SqlViewStore): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const { name } of domain.views) for await (const line of store.dump(name)) lines.push(line);
  return lines;
};

/** Differences between a server’s rows and its log: the lines of either side, empty when there are none. */
export interface RowDifferences {
  readonly ordinal: number;
  readonly rows: number;
  readonly before: readonly string[];
  readonly rebuilt: readonly string[];
}

/**
 * Builds every view of a data folder from its events alone, without deciders, and compares each row with its history with
 * `views.db`, byte by byte, at the projector’s position. With views in PostgreSQL the server must be idle, because they are read in
 * place.
 */
export const rowsByEvolveOnly = async (data: string, masterKey?: string): Promise<RowDifferences> =>
  rowsOfEvents(data, await eventsOfFolder(data, masterKey));

const rowsOfEvents = (data: string, events: readonly Recorded[]): Promise<RowDifferences> =>
  inTemporary(async (copy) => {
    const postgres = clusterPostgres(data);
    if (!postgres) await copyDatabase(join(data, 'views', 'views.db'), join(copy, 'views.db'));
    const there = new SqlViewStore(postgres ? postgresViews(postgres) : sqliteViews(copy));
    const again = new SqlViewStore(sqliteViews(join(copy, 'rebuilt')));
    try {
      there.attach(domain.views);
      const { ordinal } = await there.checkpoint();
      await again.prepare(domain.views);
      const log = new ToyLog(events.filter((event) => event.ordinal <= ordinal));
      // as every rebuild reads it: without redacted texts
      await rebuild({ views: domain.views, store: again, log: (await Redactions.of(log)).over(log) });
      const [before, rebuilt] = [await dumpOf(there), await dumpOf(again)];
      const [known, expected] = [new Set(before), new Set(rebuilt)];
      return {
        ordinal,
        rows: before.length,
        before: before.filter((line) => !expected.has(line)),
        rebuilt: rebuilt.filter((line) => !known.has(line)),
      };
    } finally {
      for (const store of [there, again]) await store.close();
    }
  });

/** The checks of a stopped server’s log; all empty when there are no differences. */
export interface Proof {
  readonly decided: Pick<Reenacted, 'differences' | 'missing' | 'otherLogic'>;
  readonly rows: Pick<RowDifferences, 'before' | 'rebuilt'>;
  /** Types of events that the views have not read. Events that a server writes about its own end don’t count. */
  readonly unseen: readonly string[];
}

/** Replays all decisions, and builds every row again by folding alone. */
export const proveFolder = async (data: string): Promise<Proof> => {
  const events = await eventsOfFolder(data);
  const { differences, missing, otherLogic } = reenact(domain, events, { written: byContract });
  const { before, rebuilt, ordinal } = await rowsOfEvents(data, events);
  const unseen = events.filter((event) => event.ordinal > ordinal && event.stream !== 'reactor').map(({ type }) => type);
  return { decided: { differences, missing, otherLogic }, rows: { before, rebuilt }, unseen };
};
