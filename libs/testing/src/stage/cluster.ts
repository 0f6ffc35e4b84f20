import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { readEverything } from '../ports/event-log-samples.js';
import type { EventStoreNode } from '../eventstore-node/eventstore-node.js';
import type { NodeLog } from '../eventstore-node/node-log.js';
import type { PostgresServer } from '../machine/postgres-server.js';

export type Profile = 'embedded' | 'cluster';
/** Storage profile of this test run: files, or EventStoreDB and PostgreSQL. */
export const profileOfRun: Profile = process.env.TOCSIN_TEST_PROFILE === 'cluster' ? 'cluster' : 'embedded';
const prefix = 'tocsin';

interface RunningCluster {
  readonly node: EventStoreNode;
  readonly env: Readonly<Record<string, string>>;
}

// Loaded on demand: most files don’t need it, and the two clients take a second to load.
const startNode = async (...options: Parameters<typeof EventStoreNode.start>): Promise<EventStoreNode> =>
  (await import('../eventstore-node/eventstore-node.js')).EventStoreNode.start(...options);

// One of each for a test file, unless the whole suite shares PostgreSQL; a separate log and database for each data folder, so that a
// restarted server finds its own.
const byFolder = new Map<string, RunningCluster>();
let postgres: PostgresServer | undefined;

const postgresServer = async (): Promise<PostgresServer | undefined> => {
  const { postgresForTests, postgresOfRun } = await import('../machine/postgres-server.js');
  return postgresOfRun() ?? postgresForTests();
};

/** The environment of a server with this data folder. */
export const startClusterEnv = async (data: string): Promise<Readonly<Record<string, string>>> => {
  return byFolder.get(data)?.env ?? begin(data, await startNode());
};

const begin = async (data: string, node: EventStoreNode): Promise<Readonly<Record<string, string>>> => {
  postgres ??= await postgresServer();
  if (!postgres) throw new Error('the cluster profile can’t be tried without PostgreSQL');
  const env = {
    TOCSIN_PROFILE: 'cluster',
    TOCSIN_EVENTSTORE: node.connectionString,
    TOCSIN_EVENTSTORE_PREFIX: prefix,
    TOCSIN_POSTGRES: await postgres.database(),
  };
  byFolder.set(data, { node, env });
  return env;
};

/** The node with the log of a data folder, for injecting faults. Started on demand. */
export const clusterNode = async (data: string): Promise<EventStoreNode> => {
  await startClusterEnv(data);
  return byFolder.get(data)!.node;
};

/** Gives another data folder a copy of the first one’s log, up to this many events; its views have to be built. */
export const copyCluster = async (from: string, to: string, events: number): Promise<void> => {
  const runningCluster = byFolder.get(from);
  if (runningCluster) await begin(to, await startNode({ log: runningCluster.node.log.copyOf(events) }));
};

/** Gives a data folder this log; its views have to be built. */
export const startClusterWith = async (data: string, log: NodeLog): Promise<void> => void (await begin(data, await startNode({ log })));

/** All events of a data folder’s log; undefined when it is in the folder itself. */
export const clusterEvents = async (data: string): Promise<readonly StoredEvent[] | undefined> => {
  const runningCluster = byFolder.get(data);
  if (!runningCluster) return undefined;
  const { EventStoreLog } = await import('@tocsin/platform/event-log/eventstore/eventstore-log.js');
  const { countToTheEnd } = await import('@tocsin/platform/event-log/eventstore/catch-up-count.js');
  const { SqliteOrdinalIndex } = await import('@tocsin/platform/event-log/eventstore/sqlite-ordinal-index.js');
  const folder = mkdtempSync(join(tmpdir(), 'ordinals-'));
  const ordinals = new SqliteOrdinalIndex(join(folder, 'ordinals.db'), prefix);
  const log = new EventStoreLog({ connectionString: runningCluster.node.connectionString, prefix, ordinals });
  try {
    // while counting makes progress: a busy machine takes longer than one deadline
    await countToTheEnd(log, ordinals);
    return await readEverything(log);
  } finally {
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The connection string of the views of a data folder; undefined when they are in the folder itself. */
export const clusterPostgres = (data: string): string | undefined => byFolder.get(data)?.env.TOCSIN_POSTGRES;

/**
 * The folder of PostgreSQL’s files, after everything in memory was written to them; undefined when the views are in the data folder
 * itself.
 */
export const postgresFiles = async (data: string): Promise<string | undefined> =>
  inDatabase(data, async (client) => {
    await client.query('checkpoint');
    return postgres!.folder;
  });

/** Runs work on the views’ database of a data folder; undefined when they are in the folder itself. */
export const inDatabase = async <T>(data: string, work: (client: pg.Client) => Promise<T>): Promise<T | undefined> => {
  const url = clusterPostgres(data);
  if (!url) return undefined;
  const { Client } = (await import('pg')).default;
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Every row in a data folder’s views in PostgreSQL, as text; undefined when they are in the folder itself. */
export const clusterRows = (data: string): Promise<readonly string[] | undefined> =>
  inDatabase(data, async (client) => {
    const tables = await client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
    const lines: string[] = [];
    for (const { name } of tables.rows) {
      if (!/^[vpc]_/.test(name)) continue;
      const { rows } = await client.query(`select * from "${name}"`);
      lines.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`));
    }
    return lines.toSorted();
  });

/** Deletes the views, like deleting their folder on the other profile. */
export const dropClusterViews = async (data: string): Promise<void> => {
  await inDatabase(data, (client) => client.query('drop schema public cascade; create schema public'));
};

/** Ends the log of a data folder, and after the last one PostgreSQL. */
export const endCluster = async (data: string): Promise<void> => {
  const runningCluster = byFolder.get(data);
  if (!runningCluster) return;
  byFolder.delete(data);
  runningCluster.node.kill();
  if (byFolder.size > 0) return;
  await postgres?.stop();
  postgres = undefined;
};

/** Ends every log that a test file has started. */
export const endClusters = async (): Promise<void> => {
  for (const data of byFolder.keys()) await endCluster(data);
};
