import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isBucket } from '@tocsin/contracts/backups/address.js';
import { openPlace } from '@tocsin/platform/backup/open-place.js';
import { restoreSet, type RestoredSet, type SetRestoreOrder } from '@tocsin/platform/backup/restore-set.js';
import { restoreBackup } from '@tocsin/platform/backup/restore-backup.js';
import type { Manifest } from '@tocsin/platform/backup/manifest.js';
import type { Choice } from '@tocsin/platform/backup/read-backup.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { aloneInCluster } from './alone-in-cluster.js';
import { CliRefused } from './cli-refused.js';
import { recordRestore } from './record-restore.js';
import type { Settings } from './settings.js';
import { ProgressBar, type Terminal } from './progress-bar.js';

const usage =
  'tocsin restore FILE|FOLDER|s3://BUCKET/PREFIX [--to ORDINAL] [--history NAME] [--base NUMBER] [--vault FILE] [--erasures FILE] [--master-key FILE]';

const clusterNote =
  'A file of “tocsin backup” has a log of the embedded profile. Restore from the place of TOCSIN_BACKUP, or without TOCSIN_PROFILE=cluster and then “tocsin move”.';

interface RestoreRequest extends Choice {
  readonly file: string;
  readonly vault?: string;
  readonly erasures?: string;
  readonly masterKey?: string;
}

const numberOf = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined || /^[1-9]\d{0,14}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`--${name} ${text} is no number`);
};

const parseArguments = (args: readonly string[]): RestoreRequest => {
  const option = { type: 'string' } as const;
  try {
    const options = { vault: option, erasures: option, 'master-key': option, to: option, history: option, base: option };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error('name exactly one backup');
    return {
      file: isBucket(file) ? file : resolve(file),
      to: numberOf('to', values.to),
      generation: numberOf('base', values.base),
      branch: values.history,
      ...(values.vault === undefined ? {} : { vault: resolve(values.vault) }),
      ...(values.erasures === undefined ? {} : { erasures: resolve(values.erasures) }),
      ...(values['master-key'] === undefined ? {} : { masterKey: resolve(values['master-key']) }),
    };
  } catch (error) {
    throw new CliRefused(`${(error as Error).message}. Usage: ${usage}`, { cause: error });
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

const summarise = ({ events, madeAt }: Manifest, hasNewestKeys: boolean, data: string, hasKey: boolean): readonly string[] => [
  `Restored ${events} events into ${data}, as of ${madeAt}.`,
  'The store is paused: it records what it would send, and sends nothing until an owner presses “Go live here”.',
  ...(hasKey
    ? []
    : [`Save the master key as ${join(data, 'vault', 'master.key')}, or set TOCSIN_MASTER_KEY, before you start the server.`]),
  ...(hasNewestKeys
    ? []
    : [
        `WARNING: people who were erased after ${madeAt} are readable again in this store. If anyone was, restore again into an empty ` +
          'folder with --vault (the newest vault.db) or --erasures (the newest vault/erasures.json).',
      ]),
];

const stamp = () => ({ commandId: randomUUID(), now: new Date().toISOString() });

const inLog = async (folder: string, work: (log: SqliteEventLog) => Promise<void>): Promise<void> => {
  const log = new SqliteEventLog(join(folder, 'log'));
  try {
    await work(log);
  } finally {
    await log.close();
  }
};

/** A restore of what a server with TOCSIN_BACKUP wrote: as of its end, or of any event before. */
const restoreFrom = async (request: RestoreRequest, settings: Settings, terminal: Terminal): Promise<number> => {
  const { file: address, vault, erasures, ...choice } = request;
  const { data, cluster, backupKeys } = settings;
  const bar = new ProgressBar(terminal, 'restoring');
  let hasKey = false;
  const order: SetRestoreOrder = {
    place: await openPlace({ address, ...backupKeys }),
    choice,
    data,
    program: version,
    vault,
    erasures,
    isOrdered: cluster === null,
    isLogElsewhere: cluster !== null,
    openLog: (folder) =>
      cluster
        ? openEventStoreLog({ connectionString: cluster.eventStore, prefix: cluster.prefix, sideDir: join(folder, 'side') })
        : new SqliteEventLog(join(folder, 'log')),
    finish: async (folder, manifest, log) => {
      hasKey = writeKey(folder, request, settings);
      await recordRestore(folder, log, manifest, stamp());
    },
    onProgress: (ordinal, of) => bar.show(ordinal, of),
  };
  const restore = (): Promise<RestoredSet> => restoreSet(order).finally(() => bar.end());
  const restored = cluster ? await aloneInCluster(cluster, restore) : await restore();
  // its keys are those of the newest run, so that nobody is readable again who was erased until then
  for (const line of summarise(restored, true, data, hasKey)) terminal.write(`${line}\n`);
  terminal.write(`Root over ${restored.events} events: ${restored.root}. Everyone signs in again.\n`);
  return 0;
};

/** `tocsin restore`: into an empty data folder. */
export const restoreCommand = async (args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  const request = parseArguments(args);
  if (isBucket(request.file) || statSync(request.file, { throwIfNoEntry: false })?.isDirectory())
    return restoreFrom(request, settings, terminal);
  if (settings.cluster) throw new CliRefused(clusterNote);
  let hasKey = false;
  const finish = async (folder: string, manifest: Manifest): Promise<void> => {
    hasKey = writeKey(folder, request, settings);
    await inLog(folder, (log) => recordRestore(folder, log, manifest, stamp()));
  };
  const { file, vault, erasures } = request;
  const manifest = await restoreBackup({ file, data: settings.data, program: version, vault, erasures, finish });
  for (const line of summarise(manifest, vault !== undefined || erasures !== undefined, settings.data, hasKey)) terminal.write(`${line}\n`);
  return 0;
};
