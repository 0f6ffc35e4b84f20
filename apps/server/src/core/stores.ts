import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { EventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { SqliteOrdinalIndex } from '@tocsin/platform/event-log/eventstore/sqlite-ordinal-index.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { postgresViews } from '@tocsin/platform/views/postgres-dialect.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { sqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import type { Config } from '../config.js';
import { reach, type Needed } from './reach.js';

/** The log and the views of one profile. Nothing behind them knows which it is. */
export interface Stores {
  readonly log: EventLog;
  readonly store: SqlViewStore;
}

/** Where a connection string points to: no user, no password, no settings. */
const addressOf = (connection: string): string =>
  connection
    .replace(/^[^/]*\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/?].*$/, '');

export const postgresNeeded = ({ postgres }: Config): Needed => ({
  name: 'PostgreSQL',
  address: addressOf(postgres!),
  todo: 'Start it with “docker compose up postgres”, or see docs/guide/cluster.md.',
});

const embedded = (folder: DataFolder): Stores => ({
  log: new SqliteEventLog(folder.room('log')),
  store: new SqlViewStore(sqliteViews(folder.room('views'))),
});

/** Waits for both servers, and says what it waits for. */
const cluster = async (config: Config, folder: DataFolder, tell: (sentence: string) => void): Promise<Stores> => {
  const { eventStore, eventStorePrefix, postgres } = config;
  const reaching = { tell, wait: (ms: number) => pause(ms) };
  const ordinals = new SqliteOrdinalIndex(join(folder.room('side'), 'ordinals.db'), eventStorePrefix);
  const log = new EventStoreLog({ connectionString: eventStore!, prefix: eventStorePrefix, ordinals });
  await reach(
    {
      name: 'EventStoreDB',
      address: addressOf(eventStore!),
      todo: 'Start it with “docker compose up eventstore”, or see docs/guide/cluster.md.',
    },
    () => log.head(),
    reaching,
  );
  const views = postgresViews(postgres!);
  await reach(postgresNeeded(config), () => sql`select 1`.execute(views.read), reaching);
  return { log, store: new SqlViewStore(views) };
};

/** Opens what the profile names. A server that can’t be reached is said, and tried again for ever. */
export const openStores = (config: Config, folder: DataFolder, tell: (sentence: string) => void): Promise<Stores> =>
  config.profile === 'cluster' ? cluster(config, folder, tell) : Promise.resolve(embedded(folder));
