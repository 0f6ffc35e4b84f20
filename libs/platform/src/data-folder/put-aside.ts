import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { isDamaged } from './machine-trouble.js';
import { syncFolder } from './replace-file.js';

/** Databases up to this size are checked completely at each start, which takes less than a second. */
const checkedWhole = 64 * 2 ** 20;
const companions = ['', '-wal', '-shm', '-journal'] as const;

/** Marks a database found damaged while in use: the next start renames it. */
const markOf = (file: string): string => `${file}.found-damaged`;
const nameAside = (file: string): string => `${basename(file)}.damaged-`;

const damaged = (message: string): Error => Object.assign(new Error(message), { code: 'SQLITE_CORRUPT' });

/** Throws an error that isDamaged recognises, or another one of SQLite’s. A missing or empty file is sound: it is created again. */
const requireSound = (file: string): void => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (existsSync(markOf(file))) throw damaged('damage was found while it was in use');
  if (size === 0) return;
  const database = new Database(file);
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (size > checkedWhole) return;
    const found = database.prepare<[], string>('PRAGMA quick_check(1)').pluck().get();
    if (found !== 'ok') throw damaged(found ?? 'no answer');
  } finally {
    database.close();
  }
};

const putAside = (file: string, now: string): string => {
  const aside = join(dirname(file), `${nameAside(file)}${now.replaceAll(':', '-')}`);
  forgetPutAside(file);
  for (const end of companions) if (existsSync(file + end)) renameSync(file + end, aside + end);
  rmSync(markOf(file), { force: true });
  syncFolder(dirname(file));
  return aside;
};

/** Deletes the renamed copies of a damaged database: they may contain data that must no longer be readable. */
export const forgetPutAside = (file: string): void => {
  const folder = dirname(file);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.startsWith(nameAside(file))) rmSync(join(folder, name), { force: true });
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

export interface Replaceable {
  readonly file: string;
  readonly now: string;
  /** What happens next, as a sentence for the operator. */
  readonly then: string;
  readonly tell: (sentence: string) => void;
}

/**
 * Opens a database that can be replaced. A damaged one is renamed, kept until the next damaged one, and reported; `open` then
 * creates a new one. Other errors, such as missing permissions, are thrown.
 */
export const openOrReplace = <T>(
  { file, now, then, tell }: Replaceable,
  open: () => T,
  isOutdated: () => string | null = () => null,
): T => {
  const replace = (why: string): void => tell(`${file} ${why}, and was set aside as ${basename(putAside(file, now))}. ${then}`);
  try {
    requireSound(file);
    const why = existsSync(file) ? isOutdated() : null;
    if (why !== null) replace(why);
    return open();
  } catch (error) {
    if (!isDamaged(error)) throw error;
    replace(`was damaged (${error instanceof Error ? error.message : String(error)})`);
    return open();
  }
};
