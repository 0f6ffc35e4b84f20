import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isBucket } from '@tocsin/contracts/backups/address.js';
import { performBackup } from '@tocsin/platform/backup/perform-backup.js';
import { makeBackup, logIdIn } from '@tocsin/platform/backup/make-backup.js';
import { branchOf, baseEveryDays } from '@tocsin/platform/backup/write-backup.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { CliRefused } from './cli-refused.js';
import { sealFirst } from './seal-first.js';
import { requireData, type Settings } from './settings.js';
import type { Terminal } from './progress-bar.js';

const day = 24 * 3_600_000;
const agoOf = (days: number): string => new Date(Date.now() - days * day).toISOString();

/** One run of what a server with TOCSIN_BACKUP does by itself, for a cron job. */
const addToBackup = async (address: string, settings: Settings, terminal: Terminal): Promise<number> => {
  const { data, backupKeys } = settings;
  if (settings.cluster) throw new CliRefused('In the cluster profile the server makes this backup by itself: set TOCSIN_BACKUP.');
  const log = SqliteEventLog.openReadOnly(join(data, 'log'));
  try {
    const { ordinal: head } = await log.head();
    const logId = logIdIn(join(data, 'vault', 'vault.db'));
    if (logId === undefined) throw new CliRefused(`${data} is empty: its server has never been started. Start it first.`);
    const place = { address: isBucket(address) ? address : resolve(address), ...backupKeys };
    const now = new Date().toISOString();
    const branch = await branchOf(log);
    const retention = { baseBefore: agoOf(baseEveryDays), keepFrom: agoOf(settings.backupKeepDays) };
    const job = { place, isFirst: false, isInDoubt: false, data, program: version, now, head, logId, branch, ...retention };
    const { events, bytes } = await performBackup(job, (after) => log.readAll({ after, limit: 500 }));
    terminal.write(
      `Added ${events} events (${(bytes / 2 ** 20).toFixed(1)} MiB): the backup has the first ${head}, and the newest keys.\n`,
    );
    return 0;
  } finally {
    await log.close();
  }
};

/** `tocsin backup [file]`: with or without a running server. */
export const runBackup = async ([named]: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  requireData(settings);
  await sealFirst(settings);
  if (named !== undefined && (isBucket(named) || statSync(named, { throwIfNoEntry: false })?.isDirectory()))
    return addToBackup(named, settings, terminal);
  const now = new Date().toISOString();
  const file = resolve(named ?? `tocsin-${now.slice(0, 19).replaceAll(':', '-')}.tar`);
  const { events, files } = await makeBackup({ data: settings.data, file, program: version, now });
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  terminal.write(`Backed up ${events} events, keys and side data to ${file} (${(bytes / 2 ** 20).toFixed(1)} MiB).\n`);
  terminal.write('The master key is not in it: store that somewhere else. Neither can be read without the other.\n');
  return 0;
};
