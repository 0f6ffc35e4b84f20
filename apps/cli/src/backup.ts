import { resolve } from 'node:path';
import { makeBackup } from '@tocsin/platform/backup/make-backup.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { requireData, type Settings } from './settings.js';
import type { Terminal } from './progress-bar.js';

/** `tocsin backup [file]`: beside a running server, or without one. */
export const backupCommand = async ([named]: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  requireData(settings);
  const now = new Date().toISOString();
  const file = resolve(named ?? `tocsin-${now.slice(0, 19).replaceAll(':', '-')}.tar`);
  const { events, files } = await makeBackup({ data: settings.data, file, program: version, now });
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  terminal.write(`Backed up ${events} events, keys and side data to ${file} (${(bytes / 2 ** 20).toFixed(1)} MiB).\n`);
  terminal.write('The master key is not in it: keep that somewhere else. Together they open everything, apart they open nothing.\n');
  return 0;
};
