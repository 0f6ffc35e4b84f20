import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { domain } from '@tocsin/domain/registry.js';
import { examineFile } from '@tocsin/platform/data-folder/inspect-database.js';
import { countOrdinals } from '@tocsin/platform/event-log/eventstore/inspection.js';
import type { ViewDatabase } from '@tocsin/platform/views/view-database.js';
import { fingerprintOf } from '@tocsin/platform/views/view-table.js';
import { withLog } from './doctor-logs.js';
import { failedFinding, passedFinding, type Check, type Finding } from './finding.js';
import type { ClusterSettings } from './settings.js';
import { connectPostgres } from './stores.js';

/** Reads the last ordinal of the log. Called after the views were read, because a running server moves them. */
type ReadHead = () => Promise<number>;

/** For the embedded profile. */
export const checkViewsInFolder: Check = (settings) =>
  withLog(settings, (log) => viewsIn(settings.data, async () => (await log.head()).ordinal));

/** For the cluster profile. */
export const checkViewsInPostgres = async ({ postgres }: ClusterSettings, data: string): Promise<Finding> => {
  const database = await connectPostgres(postgres);
  try {
    return await viewsOf(database, async () => countOrdinals(join(data, 'side', 'ordinals.db')));
  } finally {
    await database.close();
  }
};

const viewsOf = async ({ read }: ViewDatabase, head: ReadHead): Promise<Finding> => {
  const tables = await read.introspection.getTables();
  if (!tables.some(({ name }) => name === 'view_definitions')) return passedFinding('Connected. No views yet: the next start builds them.');
  const { ordinal = 0 } = (await read.selectFrom('checkpoint').select('ordinal').executeTakeFirst()) ?? {};
  const definitions = await read.selectFrom('view_definitions').selectAll().where('is_built', '=', 1).execute();
  const built = new Set(definitions.map(({ name, fingerprint }) => name + fingerprint));
  const finding = viewsFinding(ordinal, await head(), built, 'empty the database');
  return { ...finding, says: `Connected. ${finding.says}` };
};

const viewsIn = async (data: string, head: ReadHead): Promise<Finding> => {
  const file = join(data, 'views', 'views.db');
  if (!existsSync(file)) return passedFinding('No views yet: the next start builds them.');
  const findings = examineFile(file);
  if (findings.length > 0) return failedFinding(`views.db is damaged: the next start builds it again. ${findings.join(' ')}`);
  const database = new Database(file, { readonly: true });
  try {
    const ordinal = (database.prepare('SELECT ordinal FROM checkpoint').pluck().get() as number | undefined) ?? 0;
    const built = database.prepare('SELECT name || fingerprint FROM view_definitions WHERE is_built = 1').pluck().all() as string[];
    return viewsFinding(ordinal, await head(), new Set(built), 'delete views/');
  } finally {
    database.close();
  }
};

/** `built`: name and fingerprint of each complete view. `remedy`: how to delete the views. */
const viewsFinding = (ordinal: number, head: number, built: ReadonlySet<string>, remedy: string): Finding => {
  const stale = domain.views.filter((view) => !built.has(view.name + fingerprintOf(view))).map(({ name }) => name);
  const message = `Seen: ${ordinal} of ${head} events.`;
  if (ordinal > head) return failedFinding(`${message} The log is older than they are: ${remedy} while the server is stopped.`);
  return passedFinding(stale.length === 0 ? message : `${message} To be rebuilt at the next start: ${stale.join(', ')}.`);
};
