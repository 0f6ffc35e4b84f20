import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { replaceFileSync } from '../data-folder/replace-file.js';
import { prepareDatabase, SqliteVault } from '../vault/sqlite-vault.js';
import { SubjectKeys, type Vault } from '../vault/vault.js';

/** A log beside the main one, in folders of its own: of what others recorded. */
export interface SeparateLogPlaces {
  readonly log: string;
  /** The keys of its texts, which are many: writing them must not hold up the main vault. */
  readonly vault: string;
}

/** Its id, by which the main vault knows the key of its vault. */
const idFile = (places: SeparateLogPlaces): string => join(places.log, 'id.json');

export const separateLogId = (places: SeparateLogPlaces): string | null => {
  const file = idFile(places);
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly id: string }).id;
};

export const subjectOfSeparateLog = (id: string): string => `separate-log:${id}`;

/** Makes its folders, and the key of its vault, unless they are there. `main`: opened to write. */
export const createSeparateLog = (places: SeparateLogPlaces, main: Vault): void => {
  const before = separateLogId(places);
  // deleted elsewhere: what a restore has put back can’t be read
  if (before !== null && main.keyFor(subjectOfSeparateLog(before)) === null) removeSeparateLog(places, main);
  for (const folder of [places.log, places.vault]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const id = separateLogId(places) ?? randomUUID();
  main.addKeys([subjectOfSeparateLog(id)]);
  if (separateLogId(places) === null) replaceFileSync(idFile(places), JSON.stringify({ id }));
};

/**
 * Its vault, whose master key is a subject’s key of the main vault: that destroyed, nothing of it can be read any more, in copies neither. Null where
 * there is no such log, or that key is gone.
 */
export const openSeparateVault = (places: SeparateLogPlaces, main: SubjectKeys, mode: 'read' | 'write'): SqliteVault | null => {
  const id = separateLogId(places);
  const key = id === null ? null : main.keyUnlessDestroyed(subjectOfSeparateLog(id));
  const file = join(places.vault, 'vault.db');
  if (key === null || (mode === 'read' && !existsSync(file))) return null;
  const db = mode === 'read' ? new Database(file, { readonly: true }) : prepareDatabase(new Database(file));
  return new SqliteVault(db, { key, from: file });
};

/** Keys of two vaults: those of `isOfMain` are in the main one, which is only read. */
export class KeysOfTwo extends SubjectKeys {
  constructor(
    private readonly main: SubjectKeys,
    private readonly own: SubjectKeys,
    private readonly isOfMain: (subject: string) => boolean,
  ) {
    super();
  }

  /** Of the main vault: one that is there; who has none is as if erased. */
  keyFor(subject: string): Buffer | null {
    return this.isOfMain(subject) ? this.main.keyUnlessDestroyed(subject) : this.own.keyFor(subject);
  }

  keyUnlessDestroyed(subject: string): Buffer | null {
    return (this.isOfMain(subject) ? this.main : this.own).keyUnlessDestroyed(subject);
  }
}

/** Deletes both folders, and first the key that opens them: copies elsewhere can’t be read any more. */
export const removeSeparateLog = (places: SeparateLogPlaces, main: Vault): string | null => {
  const id = separateLogId(places);
  if (id !== null) main.destroy(subjectOfSeparateLog(id));
  for (const folder of [places.vault, places.log]) rmSync(folder, { recursive: true, force: true });
  return id;
};
