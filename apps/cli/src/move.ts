import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { DataFolderInUse } from '@tocsin/platform/data-folder/data-folder-refused.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { syncFolder } from '@tocsin/platform/data-folder/replace-file.js';
import { endMove, markMove, type Profile } from '@tocsin/platform/data-folder/unfinished-move.js';
import { copyLog, type CopiedLog } from '@tocsin/platform/event-log/copy-log.js';
import type { EventLog, StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { aloneInCluster } from './alone-in-cluster.js';
import { CliRefused } from './cli-refused.js';
import { ProgressBar, type Terminal } from './progress-bar.js';
import { requireData, type ClusterSettings, type Settings } from './settings.js';

const usage = 'Usage: tocsin move cluster|embedded, with TOCSIN_EVENTSTORE and TOCSIN_POSTGRES of the cluster';

/** What an embedded log is called once it was moved: a server that is started on it by mistake finds none, and says so. */
const retiredName = 'moved-to-cluster.db';

async function* pagesOf(log: EventLog, onPage: (ordinal: number) => void): AsyncIterable<readonly StoredEvent[]> {
  for (let after = 0; ;) {
    const page = await log.readAll({ after, limit: 500 });
    if (page.length === 0) return;
    yield page;
    after += page.length;
    onPage(after);
  }
}

interface Copying {
  readonly source: EventLog;
  readonly target: EventLog;
  readonly to: Profile;
  /** The folder `log`. */
  readonly dir: string;
}

const copy = async ({ source, target, to, dir }: Copying, terminal: Terminal): Promise<CopiedLog> => {
  const bar = new ProgressBar(terminal, 'copying');
  try {
    const { ordinal: head } = await source.head();
    if (head === 0) throw new CliRefused('There is no event to move: the log is empty. Check TOCSIN_DATA and TOCSIN_EVENTSTORE_PREFIX.');
    const copied = await copyLog(
      pagesOf(source, (ordinal) => bar.show(ordinal, head)),
      target,
      { isOrdered: to === 'embedded', onBegin: () => markMove(dir, to) },
    );
    endMove(dir);
    return copied;
  } finally {
    bar.end();
    await source.close();
    await target.close();
  }
};

const eventStoreOf = ({ eventStore, prefix }: ClusterSettings, data: string): EventLog =>
  openEventStoreLog({ connectionString: eventStore, prefix, sideDir: join(data, 'side') });

const toCluster = async (dir: string, data: string, stores: ClusterSettings, terminal: Terminal): Promise<CopiedLog> => {
  const file = join(dir, 'log.db');
  if (!existsSync(file)) throw new CliRefused(`There is no log in ${dir}. Was it moved already?`);
  // the only writer: closing it leaves everything in the one file
  const copied = await copy({ source: new SqliteEventLog(dir), target: eventStoreOf(stores, data), to: 'cluster', dir }, terminal);
  renameSync(file, join(dir, retiredName));
  syncFolder(dir);
  return copied;
};

const toEmbedded = (dir: string, data: string, stores: ClusterSettings, terminal: Terminal): Promise<CopiedLog> =>
  copy({ source: eventStoreOf(stores, data), target: new SqliteEventLog(dir), to: 'embedded', dir }, terminal);

const directions = {
  cluster: {
    move: toCluster,
    next: 'Start the server with TOCSIN_PROFILE=cluster. The old log is in log/moved-to-cluster.db: delete it when all is well.',
  },
  embedded: {
    move: toEmbedded,
    next: 'Start the server without TOCSIN_PROFILE=cluster. The old log is still in EventStoreDB: start no server on it again.',
  },
} as const;

const isDirection = (name: string | undefined): name is keyof typeof directions => name !== undefined && Object.hasOwn(directions, name);

/** Holds the data folder and the cluster’s lock, so that no server appends meanwhile. */
const alone = async <T>({ data }: Settings, stores: ClusterSettings, work: () => Promise<T>): Promise<T> => {
  try {
    const folder = openDataFolder(data, { program: version, now: new Date().toISOString() });
    try {
      return await aloneInCluster(stores, work);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new CliRefused('The server is running: stop it first. Nothing was written.', { cause: error });
  }
};

/** `tocsin move`: the log of a stopped server, to the other profile. Vault and side stay; views are built again. */
export const moveCommand = async ([name, ...more]: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  const { stores, data } = settings;
  if (!isDirection(name) || more.length > 0 || !stores) throw new CliRefused(usage);
  requireData(settings);
  const { move, next } = directions[name];
  const { size, root, resumedAt } = await alone(settings, stores, () => move(join(data, 'log'), data, stores, terminal));
  const resumed = resumedAt > 0 ? `, ${resumedAt} of them earlier` : '';
  terminal.write(`Moved ${size} events${resumed}. Source and copy have the same root: ${root}.\n${next}\n`);
  return 0;
};
