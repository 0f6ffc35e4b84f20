import { sql } from 'kysely';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { openClusterLog } from '@tocsin/platform/views/cluster-log.js';
import { openFolderLog, type FolderLog } from '@tocsin/platform/views/folder-log.js';
import { openPostgresViews } from '@tocsin/platform/views/postgres-dialect.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import type { ViewDatabase } from '@tocsin/platform/views/view-database.js';
import { CliRefused } from './cli-refused.js';
import type { Settings } from './settings.js';

const decoding = {
  contractOf: eventContract,
  upcasters: domain.upcasters,
  shouldLeave: (subject: string): boolean => subject.startsWith('raw:'),
};

/** The log of either profile, for a program that holds the data folder. `rooms`: its paths. */
export const openLog = (
  { masterKey, cluster }: Settings,
  rooms: { readonly log: string; readonly vault: string; readonly side: string },
): FolderLog =>
  cluster
    ? openClusterLog({ ...decoding, connectionString: cluster.eventStore, prefix: cluster.prefix, ...rooms, masterKey })
    : openFolderLog({ ...decoding, ...rooms, masterKey });

/** The database of the views; of the embedded profile in this folder. Throws CliRefused when PostgreSQL can’t be reached. */
export const openViews = async ({ cluster }: Settings, folder: string): Promise<ViewDatabase> =>
  cluster ? connectPostgres(cluster.postgres) : openSqliteViews(folder);

/** Throws CliRefused, with the reason. */
export const connectPostgres = async (url: string): Promise<ViewDatabase> => {
  const database = openPostgresViews(url);
  try {
    await sql`select 1`.execute(database.read);
    return database;
  } catch (error) {
    await database.close();
    throw new CliRefused(`PostgreSQL at ${new URL(url).host} can’t be reached: ${reasonOf(error)}.`, { cause: error });
  }
};

/** Node gives several reasons for a name of several addresses, and no words of its own. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
