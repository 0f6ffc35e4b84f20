import { join } from 'node:path';
import { EventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { toStoreRefusal } from '@tocsin/platform/event-log/eventstore/refusal.js';
import { SqliteOrdinalIndex } from '@tocsin/platform/event-log/eventstore/sqlite-ordinal-index.js';
import { SqlResults } from '@tocsin/platform/side/sql-results.js';
import { openPostgresViews, requireTables } from '@tocsin/platform/views/postgres-dialect.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { reach } from './connect-with-retry.js';
import { LogTree } from './log-tree.js';
import { requireHashed } from './require-hashed.js';
import { addressOf, requirePostgres } from './required-postgres.js';
import type { StoreOptions, Stores } from './profile-stores.js';

/** Waits for EventStoreDB and PostgreSQL, and reports that it waits. */
export const openCluster = async (
  { config, folder, started, onReplaced }: StoreOptions,
  tell: (sentence: string) => void,
): Promise<Stores> => {
  const { eventStore, eventStorePrefix, postgres } = config;
  const reaching = { tell };
  const ordinals = new SqliteOrdinalIndex(join(folder.room('side'), 'ordinals.db'), eventStorePrefix);
  const log = new EventStoreLog({ connectionString: eventStore!, prefix: eventStorePrefix, ordinals });
  const { ordinal: head } = await reach(
    {
      name: 'EventStoreDB',
      address: addressOf(eventStore!),
      todo: 'Start it with “docker compose up eventstore”, or see docs/guide/cluster.md.',
      toRefusal: toStoreRefusal,
    },
    () => log.head(),
    reaching,
  );
  const dir = folder.room('log');
  requireHashed({ dir, head, isLogHere: false, started, onReplaced });
  const views = openPostgresViews(postgres!);
  await reach(requirePostgres(config), () => requireTables(views.read), reaching);
  const tree = new LogTree({ dir, isLogHere: false, log, head, hasOneThread: config.hasOneThread });
  return { log, store: new SqlViewStore(views), results: new SqlResults(views), reserve: null, tree };
};
