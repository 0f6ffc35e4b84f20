import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { replaceFileSync, syncFolder } from '../data-folder/replace-file.js';
import { masterKeyFile, masterKeyOf, nextKeyFile, parseKey } from './master-key.js';
import { seal, unseal } from './encryption.js';
import { openVault } from './sqlite-vault.js';

export interface Rotation {
  /** In a data folder that no other process holds. */
  readonly folder: string;
  /** TOCSIN_MASTER_KEY; undefined: the file `master.key` is used. */
  readonly current: string | undefined;
  /** The new key in base64; undefined: a generated one, which requires a key file. */
  readonly fresh: string | undefined;
  readonly now: string;
  /** For tests: called between the steps, to simulate crashes. */
  readonly onStep?: (step: 'written' | 'committed') => void;
}

interface SealedValue {
  readonly name: string;
  readonly value: Buffer;
}

/** A row’s seal is bound to its kind and name. */
const tables = [
  { all: "SELECT name, value FROM own WHERE name IN ('mac', 'check')", put: 'UPDATE own SET value = ? WHERE name = ?', kind: 'own' },
  {
    all: 'SELECT subject AS name, sealed AS value FROM subject_keys WHERE sealed IS NOT NULL',
    put: 'UPDATE subject_keys SET sealed = ? WHERE subject = ?',
    kind: 'key',
  },
  { all: 'SELECT ref AS name, sealed AS value FROM secrets', put: 'UPDATE secrets SET sealed = ? WHERE ref = ?', kind: 'secret' },
] as const;

/** In one transaction: the vault opens with the old key or with the new one. Returns the number of values. */
const reseal = (db: Database.Database, from: Buffer, to: Buffer, now: string): number =>
  db
    .transaction(() => {
      let count = 0;
      for (const { all, put, kind } of tables) {
        const write = db.prepare<[Buffer, string]>(put);
        for (const { name, value } of db.prepare<[], SealedValue>(all).all()) {
          write.run(seal(to, `${kind}:${name}`, unseal(from, `${kind}:${name}`, value)), name);
          count += 1;
        }
      }
      db.prepare("INSERT INTO own VALUES ('rotated', ?) ON CONFLICT DO UPDATE SET value = excluded.value").run(Buffer.from(now));
      return count;
    })
    .immediate();

/**
 * Seals everything in the vault with a new master key. The keys of subjects don’t change, so the log is not touched. After a crash the vault opens as
 * before or with the new key: a new key file is first written beside the old one, and the next start uses the one that fits. Throws VaultRefused when the
 * current key does not open it, or the new one is malformed.
 */
export const rotateMasterKey = ({ folder, current, fresh, now, onStep: between = () => {} }: Rotation): number => {
  openVault(folder, current).close();
  const from = masterKeyOf(folder, current, true).key;
  const to = fresh === undefined ? randomBytes(32) : parseKey(fresh, 'TOCSIN_NEW_MASTER_KEY').key;
  const inFile = existsSync(masterKeyFile(folder)) && current === undefined;
  if (inFile) replaceFileSync(nextKeyFile(folder), `${to.toString('base64')}\n`);
  between('written');
  const db = new Database(join(folder, 'vault.db'), { fileMustExist: true });
  db.pragma('secure_delete = ON');
  db.pragma('synchronous = FULL');
  let count: number;
  try {
    count = reseal(db, from, to, now);
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
