import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { DiskReserve } from '@tocsin/platform/data-folder/disk-reserve.js';
import { openOrReplace } from '@tocsin/platform/data-folder/quarantine-file.js';
import { requireNoMove } from '@tocsin/platform/data-folder/unfinished-move.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import { LogTree } from './log-tree.js';
import { requireHashed } from './require-hashed.js';
import type { StoreOptions, Stores } from './profile-stores.js';

const openEmbedded = async ({ config, folder, started, onReplaced: replaced }: StoreOptions): Promise<Stores> => {
  const reserve = new DiskReserve(folder.room('log'));
  const log = new SqliteEventLog(folder.room('log'), { makeRoom: () => reserve.release() });
  const { ordinal: head } = await log.head();
  const dir = folder.room('log');
  requireHashed({ dir, head, isLogHere: true, started, onReplaced: replaced });
  const tree = new LogTree({ dir, isLogHere: true, log, head, hasOneThread: config.hasOneThread });
  const [file, then] = [viewsFile(folder), 'The views are rebuilt from the log.'];
  const views = openOrReplace(
    { file, now: started, consequence: then, tell: replaced },
    () => openSqliteViews(folder.room('views')),
    () => (head > 0 && readOrdinalOfViews(file) > head ? `has seen more than the ${head} events of the log` : null),
  );
  return { log, store: new SqlViewStore(views), results: filesOf(folder), reserve, tree };
};

const filesOf = (folder: DataFolder): FileResults => new FileResults(join(folder.room('side'), 'backtests'));

/** The views’ file of the embedded profile. */
export const viewsFile = (folder: DataFolder): string => join(folder.room('views'), 'views.db');

/** The last ordinal in a views’ file; 0 when it has none yet. */
const readOrdinalOfViews = (file: string): number => {
  const database = new Database(file, { readonly: true });
  try {
    const hasCheckpoints = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'checkpoint'").get();
    return hasCheckpoints ? ((database.prepare('SELECT ordinal FROM checkpoint').pluck().get() as number | undefined) ?? 0) : 0;
  } finally {
    database.close();
  }
};

/** Opens the stores of the profile. An unreachable server is reported and retried without limit. */
export const openStores = async (toOpen: StoreOptions, tell: (sentence: string) => void): Promise<Stores> => {
  requireNoMove(toOpen.folder.room('log'), toOpen.config.profile);
  return toOpen.config.profile === 'cluster'
    ? // loaded here alone: the client of EventStoreDB takes 10 MB, which most installations have no use for
      import('./cluster-stores.js').then(({ openCluster }) => openCluster(toOpen, tell))
    : openEmbedded(toOpen);
};
