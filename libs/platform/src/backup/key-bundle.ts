import { copyFileSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataFolderInUse } from '../data-folder/data-folder-refused.js';
import { FolderLock } from '../data-folder/folder-lock.js';
import { copyDatabase, describe, pack, requireWhole } from './make-backup.js';
import { BackupRefused, manifestIn, type BackupEntry } from './manifest.js';
import { unpack, verify } from './restore-backup.js';

export interface BundleOrder {
  readonly data: string;
  readonly program: string;
  readonly now: string;
  /** Of the log, before the copy: each event up to it has its key in the bundle. */
  readonly head: number;
}

/** What belongs to every log, and what belongs to a history that was imported. */
const small: readonly BackupEntry[] = ['vault/vault.db', 'vault/erasures.json', 'tocsin.json', 'node.json'];
const imported: readonly BackupEntry[] = ['log/imported/id.json', 'log/imported/log.db', 'log/imported/tree.db', 'vault/imported/vault.db'];

const copy = async (data: string, path: BackupEntry, folder: string): Promise<void> => {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  if (!path.endsWith('.db')) return copyFileSync(join(data, path), to);
  await copyDatabase(join(data, path), to);
  requireWhole(to, `${path} of ${data}`, 'Run “tocsin doctor”; it was not backed up. Keep your existing backups.');
};

const prefix = 'sending-';

const removeUnlessHeld = (folder: string): void => {
  try {
    const lock = FolderLock.take(folder);
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
  }
};

/** A folder for one run: the server and “tocsin backup” may run at once. Removes those of runs that have ended. */
const inFolderOfRun = async (backups: string, work: (folder: string) => Promise<void>): Promise<void> => {
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(backups)) if (name === 'sending' || name.startsWith(prefix)) removeUnlessHeld(join(backups, name));
  const folder = mkdtempSync(join(backups, prefix));
  const lock = FolderLock.take(folder);
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
};

/** As a restore does it: the only keys that there are must not be replaced by others that can’t be read. */
export const requireReadable = async (file: string, folder: string, program: string): Promise<void> => {
  const check = join(folder, 'check');
  await unpack(file, check);
  await verify(check, await manifestIn(check, program));
  rmSync(check, { recursive: true });
};

/**
 * Copies files into one `.tar` with a manifest, hands it to `send`, and deletes it. The copy lies among those of the data folder, so that an erasure while
 * it is made destroys the key in it, too.
 */
const bundle = (entries: readonly BackupEntry[], order: BundleOrder, send: (file: string) => Promise<void>): Promise<void> => {
  const { data, program, now, head } = order;
  return inFolderOfRun(join(data, 'backups'), async (folder) => {
    const paths = entries.filter((path) => existsSync(join(data, path)));
    for (const path of paths) await copy(data, path, folder);
    // the manifest names the log by the vault
    if (!paths.includes('vault/vault.db')) await copy(data, 'vault/vault.db', folder);
    const manifest = await describe(folder, paths, { program, madeAt: now, head, events: head });
    const file = join(folder, 'bundle.tar');
    await pack(folder, paths, manifest, file);
    await requireReadable(file, folder, program);
    await send(file);
  });
};

/** Whether what a place has is a bundle as it was sent. Rejects where the place can’t be read. */
export const isWholeBundle = async ({ data, program }: BundleOrder, stored: AsyncIterable<Uint8Array>): Promise<boolean> => {
  let isWhole = false;
  await inFolderOfRun(join(data, 'backups'), async (folder) => {
    const file = join(folder, 'bundle.tar');
    await pipeline(Readable.from(stored), createWriteStream(file, { mode: 0o600 }));
    isWhole = await requireReadable(file, folder, program).then(
      () => true,
      (error: unknown) => {
        if (error instanceof BackupRefused) return false;
        throw error;
      },
    );
  });
  return isWhole;
};

/** The vault, sealed by the master key, and the list of erasures. */
export const withKeys = (order: BundleOrder, send: (file: string) => Promise<void>): Promise<void> => bundle(small, order, send);

/** The history of other systems, with its keys. */
export const withImported = (order: BundleOrder, send: (file: string) => Promise<void>): Promise<void> => bundle(imported, order, send);
