import { constants, closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DataFolderRefused } from './data-folder-refused.js';
import { reserveName } from './disk-reserve.js';
import { placeName } from './folder-place.js';
import { readFreeBytes } from './free-bytes.js';
import { syncFolder } from './replace-file.js';

const copied = ['log', 'vault', 'side', 'tocsin.json', 'node.json'];
const maxBackups = 3;

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const isCopied = (name: string): boolean => !name.endsWith('-shm') && name !== reserveName && name !== placeName;

/**
 * All files below a path, or the path itself if it is a file. Without SQLite’s shared memory, the disk reserve and the folder’s place, which are of no
 * use in a copy.
 */
const listFilesBelow = (path: string): readonly string[] => {
  if (!isThere(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isCopied(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
};

const copyDurably = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const handle = openSync(to, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

const formatMebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;

/**
 * Copies log, vault and side to `backups/<instant>-before-<version>` and keeps the three newest copies. Copies plain files, so no database of the folder
 * may be open. A copy is complete or, after a crash, named `.partial`. Throws DataFolderRefused when there is not enough space.
 */
export const backUp = (folder: string, version: string, now: string): string => {
  const files = copied.flatMap((name) => listFilesBelow(join(folder, name)));
  const neededBytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  if (readFreeBytes(folder) < neededBytes) {
    throw new DataFolderRefused(
      `Before the upgrade to version ${version}, ${folder} is copied. The copy needs ${formatMebibytes(neededBytes)}, and the disk has ` +
        `${formatMebibytes(readFreeBytes(folder))} free. Free some space, then start again; nothing was changed.`,
    );
  }
  const backups = join(folder, 'backups');
  // colons are not allowed in file names everywhere
  const copy = join(backups, `${now.replaceAll(':', '-')}-before-${version.replaceAll(/[^\w.+-]/g, '_')}`);
  const partial = `${copy}.partial`;
  rmSync(partial, { recursive: true, force: true });
  for (const file of files) copyDurably(file, join(partial, relative(folder, file)));
  rmSync(copy, { recursive: true, force: true });
  renameSync(partial, copy);
  syncFolder(backups);
  removeOldBackups(backups);
  return copy;
};

/** Deletes only folders with the name of such a copy: an operator’s own files stay. */
const removeOldBackups = (backups: string): void => {
  const copies = readdirSync(backups).filter((name) => /^\d{4}-\d\d-\d\dT.*-before-/.test(name));
  const completeCopies = copies.filter((name) => !name.endsWith('.partial')).toSorted();
  const partial = copies.filter((name) => name.endsWith('.partial'));
  for (const name of [...partial, ...completeCopies.slice(0, -maxBackups)]) rmSync(join(backups, name), { recursive: true, force: true });
};
