import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact, type ReplayReport, type ReenactOptions } from '@tocsin/kernel/replay/reenact.js';
import type { StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { requireFinal } from '@tocsin/platform/codec/final-facts.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { rebuild } from '@tocsin/platform/views/rebuild.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openPostgresViews } from '@tocsin/platform/views/postgres-dialect.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import { clusterEvents, clusterPostgres } from './cluster.js';
import { readEverything } from '../ports/event-log-samples.js';
import { ToyLog } from '../toys/toy-log.js';

const requireFinalFact = requireFinal(eventContract);

/** The data as the codec writes it. Throws when its contract refuses it or would change it. */
export const byContract: StoredForm = (type, data) => {
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

/** Decodes events with a copy of a data folder’s vault; its server may run. `masterKey`: as in openVault. */
export const decodeWith = (data: string, storedEvents: readonly StoredEvent[], masterKey?: string): Promise<readonly Recorded[]> =>
  inTemporary(async (copy) => {
    const key = join(data, 'vault', 'master.key');
    await copyDatabase(join(data, 'vault', 'vault.db'), join(copy, 'vault.db'));
    if (existsSync(key)) cpSync(key, join(copy, 'master.key'));
    const vault = openVault(copy, masterKey);
    try {
      const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
      return storedEvents.map((event) => codec.decode(event));
    } finally {
      vault.close();
    }
  });

const storedIn = async (data: string): Promise<readonly StoredEvent[]> => {
  const log = SqliteEventLog.openReadOnly(join(data, 'log'));
  try {
    return await readEverything(log);
  } finally {
    await log.close();
  }
};

/** Every event of a data folder, as it is stored; its server may run. */
export const storedEventsOfFolder = async (data: string): Promise<readonly StoredEvent[]> =>
  (await clusterEvents(data)) ?? (await storedIn(data));

/** The same, decoded. `masterKey`: as in openVault. */
export const eventsOfFolder = async (data: string, masterKey?: string): Promise<readonly Recorded[]> =>
  decodeWith(data, await storedEventsOfFolder(data), masterKey);

/** Replays all decisions that a server recorded in its data folder. Work in progress may be missing: see `pendingOk`. */
export const reenactFolder = async (data: string, options: ReenactOptions & { readonly masterKey?: string } = {}): Promise<ReplayReport> =>
  reenact(domain, await eventsOfFolder(data, options.masterKey), { written: byContract, ...options });

/** All rows of a data folder’s views, a line each, and the ordinal of the last event that they contain. */
export interface ReadRows {
  readonly ordinal: number;
  readonly lines: readonly string[];
}

const dumpOf = async (store: SqlViewStore): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const { name } of domain.views) for await (const line of store.dump(name)) lines.push(line);
  return lines;
};

/** Views in PostgreSQL are read in place: their server must be idle. */
export const rowsOfFolder = (data: string): Promise<ReadRows> =>
  inTemporary(async (copy) => {
    const postgres = clusterPostgres(data);
    if (!postgres) await copyDatabase(join(data, 'views', 'views.db'), join(copy, 'views.db'));
    const store = new SqlViewStore(postgres ? openPostgresViews(postgres) : openSqliteViews(copy));
    try {
      store.attach(domain.views);
      return { ordinal: (await store.checkpoint()).ordinal, lines: await dumpOf(store) };
    } finally {
      await store.close();
    }
  });

/** Differences between a server’s rows and its log: the lines of either side, empty when there are none. */
export interface RowDifferences {
  readonly ordinal: number;
  readonly rows: number;
  readonly before: readonly string[];
  readonly rebuilt: readonly string[];
}

/** Builds every view from events alone, without deciders, and compares each row with its history, byte by byte. */
const compareRows = (events: readonly Recorded[], { ordinal, lines }: ReadRows): Promise<RowDifferences> =>
  inTemporary(async (folder) => {
    const newStore = new SqlViewStore(openSqliteViews(folder));
    try {
      await newStore.prepare(domain.views);
      const log = new ToyLog(events.filter((event) => event.ordinal <= ordinal));
      // as every rebuild reads it: without redacted texts
      await rebuild({ views: domain.views, store: newStore, log: (await Redactions.of(log)).over(log) });
      const rebuiltRows = await dumpOf(newStore);
      const [recordedLines, expectedLines] = [new Set(lines), new Set(rebuiltRows)];
      return {
        ordinal,
        rows: lines.length,
        before: lines.filter((line) => !expectedLines.has(line)),
        rebuilt: rebuiltRows.filter((line) => !recordedLines.has(line)),
      };
    } finally {
      await newStore.close();
    }
  });

/** Compares a data folder’s rows with those that its events alone make; its server may run, with views in PostgreSQL only if it is idle. */
export const compareRowsByEvolve = async (data: string, masterKey?: string): Promise<RowDifferences> =>
  compareRows(await eventsOfFolder(data, masterKey), await rowsOfFolder(data));

/** The checks of a stopped server’s log; all empty when there are no differences. */
export interface Proof {
  readonly decided: Pick<ReplayReport, 'differences' | 'missing' | 'otherLogic'>;
  readonly rows: Pick<RowDifferences, 'before' | 'rebuilt'>;
  /** Types of events that the views have not read. Events that a server writes about its own end don’t count. */
  readonly unseen: readonly string[];
  /** Ordinals of events without a salt of their own. */
  readonly unsalted: readonly number[];
}

/** The proof of a log in which nothing is wrong. */
export const proven: Proof = {
  decided: { differences: [], missing: [], otherLogic: 0 },
  rows: { before: [], rebuilt: [] },
  unseen: [],
  unsalted: [],
};

/** Ordinals of events without a salt of their own. */
export const listUnsalted = (storedEvents: readonly StoredEvent[]): readonly number[] => {
  const salts = new Set<string>();
  return storedEvents.flatMap(({ ordinal, meta }) => {
    const { salt = '' } = JSON.parse(meta) as { readonly salt?: string };
    const isItsOwn = /^[\w-]{22}$/.test(salt) && !salts.has(salt);
    salts.add(salt);
    return isItsOwn ? [] : [ordinal];
  });
};

/** Streams to which each server writes that begins or ends: views need not have read that. */
export const ofItsEnd: ReadonlySet<string> = new Set(['reactor', 'seals']);

/** Replays all decisions, and builds every row again by folding alone. `data`: the folder with the vault of these events. */
export const proveLog = async (data: string, storedEvents: readonly StoredEvent[], rows: ReadRows): Promise<Proof> => {
  const events = await decodeWith(data, storedEvents);
  const { differences, missing, otherLogic } = reenact(domain, events, { written: byContract });
  const { before, rebuilt, ordinal } = await compareRows(events, rows);
  const unseen = events.filter((event) => event.ordinal > ordinal && !ofItsEnd.has(event.stream)).map(({ type }) => type);
  return { decided: { differences, missing, otherLogic }, rows: { before, rebuilt }, unseen, unsalted: listUnsalted(storedEvents) };
};

export const proveFolder = async (data: string): Promise<Proof> =>
  proveLog(data, await storedEventsOfFolder(data), await rowsOfFolder(data));
