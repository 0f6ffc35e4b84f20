import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { isDamaged } from './machine-errors.js';
import { syncFolder } from './replace-file.js';

/** Databases up to this size are checked completely at each start, which takes less than a second. */
const checkedWhole = 64 * 2 ** 20;
const companions = ['', '-wal', '-shm', '-journal'] as const;

/** Marks a database found damaged while in use: the next start renames it. */
const markOf = (file: string): string => `${file}.found-damaged`;
const quarantineName = (file: string): string => `${basename(file)}.damaged-`;

const damagedError = (message: string): Error => Object.assign(new Error(message), { code: 'SQLITE_CORRUPT' });

/** Throws an error that isDamaged recognises, or another one of SQLite’s. A missing or empty file is sound: it is created again. */
const requireSound = (file: string): void => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (existsSync(markOf(file))) throw damagedError('damage was found while it was in use');
  if (size === 0) return;
  const database = new Database(file);
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (size > checkedWhole) return;
    const checkResult = database.prepare<[], string>('PRAGMA quick_check(1)').pluck().get();
    if (checkResult !== 'ok') throw damagedError(checkResult ?? 'no answer');
  } finally {
    database.close();
  }
};

const quarantineFile = (file: string, now: string): string => {
  const quarantinePath = join(dirname(file), `${quarantineName(file)}${now.replaceAll(':', '-')}`);
  removeQuarantined(file);
  for (const end of companions) if (existsSync(file + end)) renameSync(file + end, quarantinePath + end);
  rmSync(markOf(file), { force: true });
  syncFolder(dirname(file));
  return quarantinePath;
};

/** Deletes the renamed copies of a damaged database: they may contain data that must no longer be readable. */
export const removeQuarantined = (file: string): void => {
  const folder = dirname(file);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.startsWith(quarantineName(file))) rmSync(join(folder, name), { force: true });
  }
};

/** Makes the next start replace the database. Never throws. */
export const markDamaged = (file: string): void => {
  try {
    writeFileSync(markOf(file), '', { mode: 0o600 });
  } catch {
    // the disk can’t be written: the next start detects the damage by itself
  }
};

export interface ReplaceableFile {
  readonly file: string;
  readonly now: string;
  /** What happens next, as a sentence for the operator. */
  readonly consequence: string;
  readonly tell: (sentence: string) => void;
}

/**
 * Opens a database that can be replaced. A damaged one is renamed, kept until the next damaged one, and reported; `open` then creates a new one. Other
 * errors, such as missing permissions, are thrown.
 */
export const openOrReplace = <T>(
  { file, now, consequence: then, tell }: ReplaceableFile,
  open: () => T,
  isOutdated: () => string | null = () => null,
): T => {
  const replace = (reason: string): void => tell(`${file} ${reason}, and was set aside as ${basename(quarantineFile(file, now))}. ${then}`);
  try {
    requireSound(file);
    const reason = existsSync(file) ? isOutdated() : null;
    if (reason !== null) replace(reason);
    return open();
  } catch (error) {
    if (!isDamaged(error)) throw error;
    replace(`was damaged (${error instanceof Error ? error.message : String(error)})`);
    return open();
  }
};
