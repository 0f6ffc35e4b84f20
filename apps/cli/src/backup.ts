import { resolve } from 'node:path';
import { makeBackup } from '@tocsin/platform/backup/make-backup.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { sealFirst } from './seal-first.js';
import { requireData, type Settings } from './settings.js';
import type { Terminal } from './progress-bar.js';

/** `tocsin backup [file]`: with or without a running server. */
export const runBackup = async ([named]: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  requireData(settings);
  await sealFirst(settings);
  const now = new Date().toISOString();
  const file = resolve(named ?? `tocsin-${now.slice(0, 19).replaceAll(':', '-')}.tar`);
  const { events, files } = await makeBackup({ data: settings.data, file, program: version, now });
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  terminal.write(`Backed up ${events} events, keys and side data to ${file} (${(bytes / 2 ** 20).toFixed(1)} MiB).\n`);
  terminal.write('The master key is not in it: store that somewhere else. Neither can be read without the other.\n');
  return 0;
};
