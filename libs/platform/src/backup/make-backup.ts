import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { create } from 'tar';
import { currentFormat } from '../data-folder/folder-label.js';
import { examineFile } from '../data-folder/inspect-database.js';
import { syncFolder } from '../data-folder/replace-file.js';
import { BackupRefused, backedUp, hashOfFile, manifestName, type BackupEntry, type Manifest } from './manifest.js';

export interface BackupOrder {
  /** The data folder; its server may be running. */
  readonly data: string;
  /** Must not exist yet. */
  readonly file: string;
  readonly program: string;
  readonly now: string;
}

/** Throws BackupRefused when pages of a database are damaged: a copy would be damaged, too. */
export const requireWhole = (file: string, part: string, todo: string): void => {
  const [finding] = examineFile(file, 'quick');
  if (finding !== undefined) throw new BackupRefused(`${part} is damaged: ${finding} ${todo}`);
};

/** All pages in one step: a copy in several steps restarts when another process writes in between. */
const copyAllPages = (): number => 2 ** 30;

/** A complete copy of a database to which its server may be writing. */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  const database = new Database(from, { readonly: true });
  try {
    await database.backup(to, { progress: copyAllPages });
  } finally {
    database.close();
  }
};

/**
 * Copies side and tree first, then the log, then the vault: the log may contain more than side and tree know, but each of its events must have its
 * key. Throws BackupRefused when the folder has no log.
 */
const copyTo = async (data: string, copy: string): Promise<readonly BackupEntry[]> => {
  if (!existsSync(join(data, 'log', 'log.db'))) {
    throw new BackupRefused(
      `There is no log in ${data}: in the cluster profile it is in EventStoreDB, which has its own tools. See docs/guide/backups.md.`,
    );
  }
  for (const room of ['log/imported', 'vault/imported', 'side']) mkdirSync(join(copy, room), { recursive: true, mode: 0o700 });
  const databases = [
    'side/side.db',
    'log/tree.db',
    'log/digests.db',
    'log/log.db',
    'log/imported/tree.db',
    'log/imported/log.db',
    'vault/imported/vault.db',
    'vault/vault.db',
  ] as const;
  for (const path of databases) {
    if (!existsSync(join(data, path))) continue;
    await copyDatabase(join(data, path), join(copy, path));
    requireWhole(join(copy, path), `${path} of ${data}`, 'Run “tocsin doctor”; no backup was created. Keep your existing backups.');
  }
  for (const path of ['tocsin.json', 'node.json', 'vault/erasures.json', 'log/imported/id.json'] as const) {
    if (existsSync(join(data, path))) copyFileSync(join(data, path), join(copy, path));
  }
  return (Object.keys(backedUp) as BackupEntry[]).filter((path) => existsSync(join(copy, path)));
};

const countsOf = (file: string): Pick<Manifest, 'head' | 'events'> => {
  const log = new Database(file);
  try {
    return log.prepare('SELECT coalesce(max(ordinal), 0) AS head, count(*) AS events FROM events').get() as Pick<
      Manifest,
      'head' | 'events'
    >;
  } finally {
    log.close();
  }
};

/** The id of the log that a vault belongs to; needs no master key. Undefined for a new vault. */
export const logIdIn = (vaultFile: string): string | undefined => {
  const vault = new Database(vaultFile, { readonly: true, fileMustExist: true });
  try {
    return vault.prepare<[], Buffer>("SELECT value FROM own WHERE name = 'log'").pluck().get()?.toString('utf8');
  } finally {
    vault.close();
  }
};

/** The manifest of files that were copied to a folder, one of them the vault. Throws BackupRefused for a vault that belongs to no log. */
export const describe = async (
  folder: string,
  paths: readonly BackupEntry[],
  about: Omit<Manifest, 'files' | 'format' | 'logId'>,
): Promise<Manifest> => {
  const files = [];
  for (const path of paths) files.push({ path, bytes: statSync(join(folder, path)).size, sha256: await hashOfFile(join(folder, path)) });
  const logId = logIdIn(join(folder, 'vault', 'vault.db'));
  if (logId === undefined) throw new BackupRefused('The vault belongs to no log: the server has never been started. Start it first.');
  return { format: currentFormat, logId, ...about, files };
};

/** Writes them as one durable `.tar`, which only its owner may read. */
export const pack = async (folder: string, paths: readonly BackupEntry[], manifest: Manifest, file: string): Promise<void> => {
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await create({ cwd: folder, file, portable: true }, [manifestName, ...paths]);
  const handle = await open(file, 'r+');
  await handle.chmod(0o600);
  await handle.sync();
  await handle.close();
};

/**
 * Makes one `.tar` with a consistent state of log, vault and side, and a manifest with hashes and counts. Encrypted fields stay encrypted; their keys are
 * included, sealed by the master key, which is not. The file is complete or absent. Throws BackupRefused and file system errors.
 */
export const makeBackup = async ({ data, file, program, now }: BackupOrder): Promise<Manifest> => {
  if (existsSync(file)) throw new BackupRefused(`${file} is there already. Choose another name; nothing was written.`);
  const copy = `${file}.copying`;
  rmSync(copy, { recursive: true, force: true });
  try {
    const paths = await copyTo(data, copy);
    const counts = countsOf(join(copy, 'log', 'log.db'));
    const manifest = await describe(copy, paths, { program, madeAt: now, ...counts });
    await pack(copy, paths, manifest, `${file}.partial`);
    renameSync(`${file}.partial`, file);
    syncFolder(dirname(file));
    return manifest;
  } finally {
    rmSync(copy, { recursive: true, force: true });
    rmSync(`${file}.partial`, { force: true });
  }
};
