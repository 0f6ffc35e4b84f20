import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pause, systemMonotonicClock } from '../clock/monotonic-clock.js';
import { replaceFileSync } from '../data-folder/replace-file.js';
import { isTextSubject } from './text-keys.js';
import type { Vault } from './vault.js';

/** How often, and after how many milliseconds, it is tried again while another thread or process writes to the file. */
const [mostTries, betweenTries] = [200, 50];

const isBusy = (error: unknown): boolean => String((error as { readonly code?: unknown } | null)?.code).startsWith('SQLITE_BUSY');

/**
 * Destroys keys and deletes secrets in a vault that is not open; needs no master key. Waits off the thread for who writes to it. Rejects with SQLite’s
 * error when it is not a vault, or in use for long.
 */
export const destroyInFile = async (file: string, subjects: readonly string[], secretRefs: readonly string[] = []): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return tryToDestroy(file, subjects, secretRefs);
    } catch (error) {
      if (!isBusy(error) || tries === mostTries) throw error;
    }
    await pause(systemMonotonicClock, betweenTries);
  }
};

const tryToDestroy = (file: string, subjects: readonly string[], secretRefs: readonly string[]): void => {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma('secure_delete = ON');
    const destroy = db.prepare('INSERT INTO subject_keys VALUES (?, NULL) ON CONFLICT DO UPDATE SET sealed = NULL');
    const drop = db.prepare('DELETE FROM secrets WHERE ref = ?');
    db.transaction(() => {
      for (const subject of subjects) destroy.run(subject);
      for (const ref of secretRefs) drop.run(ref);
    })();
  } finally {
    db.close();
  }
};

/** The same in every copy under `backups`: a key is not destroyed while a copy still contains it. `vault`: the file in each. */
export const destroyInCopies = async (
  backups: string,
  subjects: readonly string[],
  secretRefs: readonly string[] = [],
  vault = join('vault', 'vault.db'),
): Promise<void> => {
  for (const name of existsSync(backups) ? readdirSync(backups) : []) {
    const file = join(backups, name, vault);
    if (existsSync(file)) await destroyInFile(file, subjects, secretRefs);
  }
};

/** Destroys in a vault that is not open those keys of texts that another one names as destroyed. */
export const destroyTextsNamedIn = async (other: string, file: string): Promise<void> => {
  const db = new Database(other, { readonly: true, fileMustExist: true });
  try {
    const destroyed = db.prepare<[], string>('SELECT subject FROM subject_keys WHERE sealed IS NULL').pluck().all();
    await destroyInFile(file, destroyed.filter(isTextSubject));
  } finally {
    db.close();
  }
};

/** Subjects whose keys were destroyed: small, contains nothing readable, and is worth storing elsewhere. */
export interface ErasureList {
  /** The log of the subjects; null for a vault without one. */
  readonly logId: string | null;
  readonly subjects: readonly string[];
}

const erasureListName = 'erasures.json';

/** Writes the list of subjects whose keys were destroyed, for restoring a backup older than that. `room`: where the vault is. */
export const writeErasureListIn = (room: string, vault: Pick<Vault, 'logId' | 'destroyedSubjects'>): void => {
  const list: ErasureList = { logId: vault.logId, subjects: vault.destroyedSubjects() };
  replaceFileSync(join(room, erasureListName), `${JSON.stringify(list)}\n`);
};
