import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Destroys keys, and drops secrets, in a vault that nobody has open; it takes no master key. Throws SQLite’s error when it is no vault, or in use. */
export const destroyInFile = (file: string, subjects: readonly string[], secretRefs: readonly string[] = []): void => {
  const db = new Database(file, { fileMustExist: true });
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

/** The same in every copy of the folder that stands in `backups`: a key that a copy still holds is not destroyed. */
export const destroyInCopies = (backups: string, subjects: readonly string[], secretRefs: readonly string[] = []): void => {
  for (const name of existsSync(backups) ? readdirSync(backups) : []) {
    const file = join(backups, name, 'vault', 'vault.db');
    if (existsSync(file)) destroyInFile(file, subjects, secretRefs);
  }
};

/** Subjects whose keys were destroyed: small, holds nothing readable, and is worth keeping elsewhere. */
export interface ErasureList {
  /** Of the log that the subjects stand on; null for a vault that has none yet. */
  readonly logId: string | null;
  readonly subjects: readonly string[];
}

/** The name of the list in the vault’s folder. */
export const erasureListName = 'erasures.json';
