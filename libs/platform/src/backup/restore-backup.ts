import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { extract } from 'tar';
import { syncFolder } from '../data-folder/replace-file.js';
import { destroyInFile, destroyTextsNamedIn, type ErasureList } from '../vault/vault-copies.js';
import { copyDatabase, logIdIn, requireWhole } from './make-backup.js';
import { BackupRefused, backedUp, hashOfFile, manifestIn, manifestName, type BackupEntry, type Manifest } from './manifest.js';

export interface NewerKeys {
  /** A newer `vault.db` of the same log: its keys and destroyed keys are used. */
  readonly vault?: string | undefined;
  /** A newer `erasures.json` of the same log. */
  readonly erasures?: string | undefined;
}

export interface RestoreOrder extends NewerKeys {
  readonly file: string;
  /** The data folder to create; missing or empty. */
  readonly data: string;
  readonly program: string;
  /** Called with the unpacked and verified folder, before it becomes the data folder. */
  readonly finish: (folder: string, manifest: Manifest) => Promise<void>;
}

export const requireEmpty = (data: string): void => {
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new BackupRefused(`${data} is not empty, and a restore never overwrites anything. Choose an empty folder (TOCSIN_DATA).`);
  }
};

/** Skips files that a backup may not contain. */
export const unpack = async (file: string, folder: string): Promise<void> => {
  if (!existsSync(file)) throw new BackupRefused(`There is no file ${file}.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const expectedNames = new Set<string>([manifestName, ...Object.keys(backedUp)]);
  await extract({ file, cwd: folder, strict: true, filter: (path) => expectedNames.has(path) }).catch((error: unknown) => {
    throw new BackupRefused(`${file} can’t be unpacked: ${error instanceof Error ? error.message : String(error)}. Choose another backup.`);
  });
};

const requireAll = ({ files }: Manifest): void => {
  for (const path of Object.keys(backedUp) as BackupEntry[]) {
    if (backedUp[path] === 'needed' && !files.some((file) => file.path === path)) {
      throw new BackupRefused(`The backup lacks ${path}. Choose another backup; nothing was written.`);
    }
  }
};

/** Compares the files with the manifest. Throws BackupRefused with the first that differs. */
export const verify = async (folder: string, { files }: Manifest): Promise<void> => {
  for (const { path, bytes, sha256 } of files) {
    const file = join(folder, path);
    const isWhole =
      Object.hasOwn(backedUp, path) && existsSync(file) && statSync(file).size === bytes && (await hashOfFile(file)) === sha256;
    if (!isWhole)
      throw new BackupRefused(`The backup is damaged: ${path} is not what its manifest says. Choose another backup; nothing was written.`);
    if (path.endsWith('.db')) requireWhole(file, `${path} of the backup`, 'Choose another backup; nothing was written.');
  }
};

const requireSameLog = (part: string, logId: string | null | undefined, manifest: Manifest): void => {
  if (logId !== manifest.logId)
    throw new BackupRefused(`${part} belongs to another log than the backup. Choose the one of this installation.`);
};

const listIn = (file: string): ErasureList => {
  if (!existsSync(file))
    throw new BackupRefused(
      `There is no file ${file}. The list exists only after the first erasure: if no one was erased, leave the option out.`,
    );
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ErasureList;
  } catch (error) {
    throw new BackupRefused(`${file} is not a list of erasures. Choose the erasures.json of the newest vault.`, { cause: error });
  }
};

/** Destroys in the backup all keys that were destroyed after it was made, before it can be read. */
export const forgetErased = async (folder: string, manifest: Manifest, { vault, erasures }: NewerKeys): Promise<void> => {
  const own = join(folder, 'vault', 'vault.db');
  if (vault !== undefined) {
    if (!existsSync(vault)) throw new BackupRefused(`There is no vault ${vault}. Name the file vault.db of the newest copy.`);
    requireWhole(vault, vault, 'Name the file vault.db of the newest copy; nothing was written.');
    requireSameLog(vault, logIdIn(vault), manifest);
    rmSync(own);
    await copyDatabase(vault, own);
  }
  if (erasures !== undefined) {
    const { logId, subjects } = listIn(erasures);
    requireSameLog(erasures, logId, manifest);
    await destroyInFile(own, subjects);
  }
  const imported = join(folder, 'vault', 'imported', 'vault.db');
  if (existsSync(imported)) await destroyTextsNamedIn(own, imported);
};

/**
 * Restores a backup into an empty folder, after verifying all of its files. The folder is complete or absent. Throws BackupRefused when the folder is not
 * empty, or the file is no backup, damaged, of a newer version, or has a vault of another log.
 */
export const restoreBackup = async (order: RestoreOrder): Promise<Manifest> => {
  const { file, data, program, finish } = order;
  requireEmpty(data);
  const fresh = `${data}.restoring`;
  rmSync(fresh, { recursive: true, force: true });
  try {
    await unpack(file, fresh);
    const manifest = await manifestIn(fresh, program);
    requireAll(manifest);
    await verify(fresh, manifest);
    await forgetErased(fresh, manifest, order);
    await finish(fresh, manifest);
    rmSync(join(fresh, manifestName));
    rmSync(data, { recursive: true, force: true });
    renameSync(fresh, data);
    syncFolder(dirname(data));
    return manifest;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};
