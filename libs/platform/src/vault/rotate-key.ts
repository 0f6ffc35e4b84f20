import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { replaceFileSync, syncFolder } from '../data-folder/replace-file.js';
import { masterKeyFile, masterKeyOf, nextKeyFile, parsedKey } from './master-key.js';
import { seal, unseal } from './sealed.js';
import { openVault } from './sqlite-vault.js';

export interface Rotation {
  /** The room of the vault in a data folder that nobody else holds. */
  readonly folder: string;
  /** TOCSIN_MASTER_KEY; undefined: the file `master.key` counts. */
  readonly current: string | undefined;
  /** The new one in base64; undefined: made, which only a key in a file can be. */
  readonly fresh: string | undefined;
  readonly now: string;
  /** For tests: called between the steps, where a crash may come. */
  readonly between?: (step: 'written' | 'committed') => void;
}

interface Sealed {
  readonly name: string;
  readonly value: Buffer;
}

/** Every table of sealed values: what a row’s seal is bound to is its kind and its name. */
const tables = [
  { all: "SELECT name, value FROM own WHERE name IN ('mac', 'check')", put: 'UPDATE own SET value = ? WHERE name = ?', kind: 'own' },
  {
    all: 'SELECT subject AS name, sealed AS value FROM subject_keys WHERE sealed IS NOT NULL',
    put: 'UPDATE subject_keys SET sealed = ? WHERE subject = ?',
    kind: 'key',
  },
  { all: 'SELECT ref AS name, sealed AS value FROM secrets', put: 'UPDATE secrets SET sealed = ? WHERE ref = ?', kind: 'secret' },
] as const;

/** All of it in one transaction: the vault opens by the old key, or by the new one. Answers how many values were sealed anew. */
const sealAnew = (db: Database.Database, from: Buffer, to: Buffer, now: string): number =>
  db
    .transaction(() => {
      let count = 0;
      for (const { all, put, kind } of tables) {
        const write = db.prepare<[Buffer, string]>(put);
        for (const { name, value } of db.prepare<[], Sealed>(all).all()) {
          write.run(seal(to, `${kind}:${name}`, unseal(from, `${kind}:${name}`, value)), name);
          count += 1;
        }
      }
      db.prepare("INSERT INTO own VALUES ('rotated', ?) ON CONFLICT DO UPDATE SET value = excluded.value").run(Buffer.from(now));
      return count;
    })
    .immediate();

/**
 * Seals everything in the vault by a new master key. The keys of subjects stay what they are, so the log is not touched. A crash leaves a vault
 * that opens as before, or by the new key: a key in a file is written beside the old one first, and whoever opens the vault next takes the one that fits.
 * Throws VaultRefused where the current key does not open it, or the new one is malformed.
 */
export const rotateMasterKey = ({ folder, current, fresh, now, between = () => {} }: Rotation): number => {
  openVault(folder, current).close();
  const from = masterKeyOf(folder, current, true).key;
  const to = fresh === undefined ? randomBytes(32) : parsedKey(fresh, 'TOCSIN_NEW_MASTER_KEY').key;
  const inFile = existsSync(masterKeyFile(folder)) && current === undefined;
  if (inFile) replaceFileSync(nextKeyFile(folder), `${to.toString('base64')}\n`);
  between('written');
  const db = new Database(join(folder, 'vault.db'), { fileMustExist: true });
  db.pragma('secure_delete = ON');
  db.pragma('synchronous = FULL');
  let count: number;
  try {
    count = sealAnew(db, from, to, now);
  } finally {
    db.close();
  }
  between('committed');
  if (inFile) {
    renameSync(nextKeyFile(folder), masterKeyFile(folder));
    syncFolder(folder);
  } else rmSync(nextKeyFile(folder), { force: true });
  return count;
};
