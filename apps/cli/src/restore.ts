import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '@tocsin/platform/backup/restore-backup.js';
import type { Manifest } from '@tocsin/platform/backup/manifest.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { CliRefused } from './cli-refused.js';
import { recordRestore } from './record-restore.js';
import type { Settings } from './settings.js';
import type { Terminal } from './progress-bar.js';

const usage = 'tocsin restore FILE [--vault FILE] [--erasures FILE] [--master-key FILE]';

const clusterNote = 'In the cluster profile the log is in EventStoreDB: back it up with its own tools. See docs/guide/backups.md.';

interface RestoreRequest {
  readonly file: string;
  readonly vault?: string;
  readonly erasures?: string;
  readonly masterKey?: string;
}

const parseArguments = (args: readonly string[]): RestoreRequest => {
  const option = { type: 'string' } as const;
  try {
    const options = { vault: option, erasures: option, 'master-key': option };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error('name exactly one backup');
    return {
      file: resolve(file),
      ...(values.vault === undefined ? {} : { vault: resolve(values.vault) }),
      ...(values.erasures === undefined ? {} : { erasures: resolve(values.erasures) }),
      ...(values['master-key'] === undefined ? {} : { masterKey: resolve(values['master-key']) }),
    };
  } catch (error) {
    throw new CliRefused(`Usage: ${usage}`, { cause: error });
  }
};

/** Checks that the given key opens the vault: an error now is better than one at the next start. */
const writeKey = (folder: string, request: RestoreRequest, { masterKey }: Settings): boolean => {
  const room = join(folder, 'vault');
  if (request.masterKey !== undefined) {
    if (!existsSync(request.masterKey))
      throw new CliRefused(`There is no file ${request.masterKey}. Name the master key; nothing was written.`);
    copyFileSync(request.masterKey, join(room, 'master.key'));
    chmodSync(join(room, 'master.key'), 0o600);
  } else if (masterKey === undefined) return false;
  readVault(room, request.masterKey === undefined ? masterKey : undefined).close();
  return true;
};

const summarise = ({ events, madeAt }: Manifest, request: RestoreRequest, data: string, hasKey: boolean): readonly string[] => [
  `Restored ${events} events into ${data}, as of ${madeAt}.`,
  'The store is paused: it records what it would send, and sends nothing until an owner presses “Go live here”.',
  ...(hasKey
    ? []
    : [`Save the master key as ${join(data, 'vault', 'master.key')}, or set TOCSIN_MASTER_KEY, before you start the server.`]),
  ...(request.vault === undefined && request.erasures === undefined
    ? [
        `WARNING: people who were erased after ${madeAt} are readable again in this store. If anyone was, restore again into an empty ` +
          'folder with --vault (the newest vault.db) or --erasures (the newest vault/erasures.json).',
      ]
    : []),
];

/** `tocsin restore FILE`: into an empty data folder. */
export const restoreCommand = async (args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  const request = parseArguments(args);
  if (settings.cluster) throw new CliRefused(clusterNote);
  let hasKey = false;
  const finish = async (folder: string, manifest: Manifest): Promise<void> => {
    hasKey = writeKey(folder, request, settings);
    await recordRestore(folder, manifest, { commandId: randomUUID(), now: new Date().toISOString() });
  };
  const { file, vault, erasures } = request;
  const manifest = await restoreBackup({ file, data: settings.data, program: version, vault, erasures, finish });
  for (const line of summarise(manifest, request, settings.data, hasKey)) terminal.write(`${line}\n`);
  return 0;
};
