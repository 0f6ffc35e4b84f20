import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { masterKeyOf, nextKeyFile, nextKeyOf, promoteNextKey, type MasterKey } from './master-key.js';
import { seal, unseal } from './encryption.js';
import { isDamaged } from '../data-folder/machine-errors.js';
import { KeyMissing, Vault, VaultDamaged, VaultRefused } from './vault.js';

const keyBytes = 32;
/** Enough for the keys of all people and months, and of the texts that were read last. */
const unsealedKeys = 50_000;
const knownValue = 'This vault is open.';

// a rollback journal instead of a WAL: destroyed keys must not remain in a second file
const schema = `
  PRAGMA journal_mode = DELETE;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS own (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS subject_keys (subject TEXT PRIMARY KEY, sealed BLOB) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secrets (ref TEXT PRIMARY KEY, sealed BLOB NOT NULL) WITHOUT ROWID;
`;

const destroyedKey = Symbol('destroyed');

const statementsOf = (db: Database.Database) => ({
  own: db.prepare<[string], Buffer>('SELECT value FROM own WHERE name = ?').pluck(),
  putOwn: db.prepare<[string, Buffer]>('INSERT INTO own VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value'),
  key: db.prepare<[string], Buffer | null>('SELECT sealed FROM subject_keys WHERE subject = ?').pluck(),
  addKey: db.prepare<[string, Buffer]>('INSERT INTO subject_keys VALUES (?, ?) ON CONFLICT DO NOTHING'),
  destroyKey: db.prepare<[string]>('INSERT INTO subject_keys VALUES (?, NULL) ON CONFLICT DO UPDATE SET sealed = NULL'),
  subjects: db.prepare<[], string>('SELECT subject FROM subject_keys WHERE sealed IS NOT NULL ORDER BY subject').pluck(),
  anyKey: db.prepare<[string], number>("SELECT 1 FROM subject_keys WHERE subject GLOB ? || '*' LIMIT 1").pluck(),
  destroyed: db.prepare<[], string>('SELECT subject FROM subject_keys WHERE sealed IS NULL ORDER BY subject').pluck(),
  secret: db.prepare<[string], Buffer>('SELECT sealed FROM secrets WHERE ref = ?').pluck(),
  putSecret: db.prepare<[string, Buffer]>('INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO UPDATE SET sealed = excluded.sealed'),
  secretRefs: db.prepare<[string, string], string>('SELECT ref FROM secrets WHERE substr(ref, 1, length(?)) = ? ORDER BY ref').pluck(),
  dropSecret: db.prepare<[string]>('DELETE FROM secrets WHERE ref = ?'),
});

/** Every value is sealed by the master key and bound to the name of its row. */
export class SqliteVault extends Vault {
  private readonly statements: ReturnType<typeof statementsOf>;
  private readonly keys = new LRUCache<string, Buffer | typeof destroyedKey>({ max: unsealedKeys });
  private readonly secrets = new Map<string, string>();
  private readonly macKeys = new Map<string, Buffer>();
  private readonly macSecret: Buffer;

  /** Throws VaultRefused when the database was sealed with another master key. */
  constructor(
    private readonly db: Database.Database,
    private readonly master: MasterKey,
    /** Opened with the new key of an interrupted change that had already been committed. */
    readonly isByNextKey = false,
  ) {
    super();
    this.statements = statementsOf(db);
    const check = this.statements.own.get('check');
    if (check) this.requireRightKey(check);
    else this.begin();
    this.macSecret = this.unsealOrRefuse('own:mac', this.statements.own.get('mac'));
  }

  keyFor(subject: string): Buffer | null {
    const knownKey = this.keyOf(subject);
    if (knownKey !== undefined) return knownKey;
    this.addKey(subject);
    // read again: if another process was quicker, its key is the valid one
    return this.keyOf(subject) ?? null;
  }

  addKeys(subjects: readonly string[]): void {
    this.db.transaction(() => subjects.forEach((subject) => this.addKey(subject))).immediate();
  }

  withoutKey(subjects: readonly string[]): readonly string[] {
    return subjects.filter((subject) => this.keyOf(subject) === undefined);
  }

  keyUnlessDestroyed(subject: string): Buffer | null {
    const knownKey = this.keyOf(subject);
    if (knownKey === undefined) throw new KeyMissing(subject);
    return knownKey;
  }

  destroy(subject: string): void {
    this.statements.destroyKey.run(subject);
    this.keys.set(subject, destroyedKey);
  }

  subjects(): readonly string[] {
    return this.statements.subjects.all();
  }

  destroyedSubjects(): readonly string[] {
    return this.statements.destroyed.all();
  }

  newRef(): string {
    return randomUUID();
  }

  putSecret(ref: string, value: string): void {
    this.statements.putSecret.run(ref, seal(this.master.key, `secret:${ref}`, value));
    this.secrets.set(ref, value);
  }

  secret(ref: string): string | null {
    const knownSecret = this.secrets.get(ref);
    if (knownSecret !== undefined) return knownSecret;
    const cipherText = this.statements.secret.get(ref);
    if (!cipherText) return null;
    const value = this.unsealOrRefuse(`secret:${ref}`, cipherText).toString('utf8');
    this.secrets.set(ref, value);
    return value;
  }

  dropSecret(ref: string): void {
    this.statements.dropSecret.run(ref);
    this.secrets.delete(ref);
  }

  secretRefs(prefix = ''): readonly string[] {
    return this.statements.secretRefs.all(prefix, prefix);
  }

  mac(purpose: string, text: string): Buffer {
    let key = this.macKeys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.macSecret, '', purpose, keyBytes));
      this.macKeys.set(purpose, key);
    }
    return createHmac('sha256', key).update(text).digest();
  }

  belongTo(logId: string, isNewLog: boolean): void {
    const bound = this.statements.own.get('log')?.toString('utf8');
    if (bound === logId) return;
    if (!isNewLog) {
      const ownership = bound === undefined ? 'is a new one' : 'belongs to another log';
      throw new VaultRefused(
        `The log has a history, but the vault beside it ${ownership}. Put back the vault folder that belongs to this log.`,
      );
    }
    this.statements.putOwn.run('log', Buffer.from(logId));
  }

  get logId(): string | null {
    return this.statements.own.get('log')?.toString('utf8') ?? null;
  }

  hasKeysOf(prefix: string): boolean {
    return this.statements.anyKey.get(prefix) !== undefined;
  }

  /** For a reader, after another process has destroyed keys. */
  forgetKeys(): void {
    this.keys.clear();
  }

  close(): void {
    this.db.close();
  }

  private addKey(subject: string): void {
    this.statements.addKey.run(subject, seal(this.master.key, `key:${subject}`, randomBytes(keyBytes)));
  }

  /** `check` has shown that the master key is right, so a value that does not open was changed. */
  private unsealOrRefuse(place: string, cipherText: Buffer | undefined): Buffer {
    try {
      if (cipherText === undefined) throw new Error('it is missing');
      return unseal(this.master.key, place, cipherText);
    } catch (error) {
      throw new VaultDamaged(`${place} can’t be decrypted`, error);
    }
  }

  /** Null: destroyed; undefined: it never had one. */
  private keyOf(subject: string): Buffer | null | undefined {
    const cachedKey = this.keys.get(subject);
    if (cachedKey !== undefined) return cachedKey === destroyedKey ? null : cachedKey;
    const cipherText = this.statements.key.get(subject);
    if (cipherText === undefined) return undefined;
    const key = cipherText === null ? null : this.unsealOrRefuse(`key:${subject}`, cipherText);
    this.keys.set(subject, key ?? destroyedKey);
    return key;
  }

  /** The secret behind `mac` is stored instead of derived, so that hashes stay valid after a change of the master key. */
  private begin(): void {
    this.db.transaction(() => {
      this.statements.putOwn.run('mac', seal(this.master.key, 'own:mac', randomBytes(keyBytes)));
      this.statements.putOwn.run('check', seal(this.master.key, 'own:check', knownValue));
    })();
  }

  private findOldestSeal(): string {
    const rotated = this.statements.own.get('rotated')?.toString('utf8');
    return rotated === undefined ? 'made with' : `sealed by when the master key was changed at ${rotated}`;
  }

  private requireRightKey(check: Buffer): void {
    try {
      unseal(this.master.key, 'own:check', check);
    } catch (error) {
      throw new VaultRefused(
        `The master key in ${this.master.from} is not the key that this vault was ${this.findOldestSeal()}. Put back the right key; nothing was changed.`,
        { cause: error },
      );
    }
  }
}

export const prepareDatabase = (db: Database.Database): Database.Database => {
  db.exec(schema);
  return db;
};

const asVaultError = (file: string, error: unknown): unknown =>
  isDamaged(error) ? new VaultDamaged(`${file} can’t be read (${(error as Error).message})`, error) : error;

const preparedIn = (file: string): Database.Database => {
  const db = new Database(file);
  try {
    return prepareDatabase(db);
  } catch (error) {
    db.close();
    throw asVaultError(file, error);
  }
};

/** Opens with the master key, or with the new key of an interrupted change. */
const openDatabase = (db: Database.Database, folder: string, masterKey: string | undefined, isInUse: boolean): SqliteVault => {
  const key = masterKeyOf(folder, masterKey, isInUse);
  try {
    return new SqliteVault(db, key);
  } catch (error) {
    const next = masterKey === undefined || masterKey === '' ? nextKeyOf(folder) : undefined;
    if (!next) throw error;
    return new SqliteVault(db, next, true);
  }
};

/**
 * The vault read-only, while another process writes it: for a worker, or an inspecting program. Making or destroying a key through it throws. Throws
 * VaultRefused as openVault does, and SQLite’s error when there is no vault.
 */
export const readVault = (folder: string, masterKey?: string): SqliteVault => {
  const file = join(folder, 'vault.db');
  const db = new Database(file, { readonly: true });
  try {
    return openDatabase(db, folder, masterKey, true);
  } catch (error) {
    db.close();
    throw asVaultError(file, error);
  }
};

/**
 * Opens or creates `vault.db` in this folder. `masterKey` is TOCSIN_MASTER_KEY; without it the file `master.key` is used. Throws VaultRefused when the
 * key is missing, malformed or wrong.
 */
export const openVault = (folder: string, masterKey?: string): SqliteVault => {
  const file = join(folder, 'vault.db');
  const db = preparedIn(file);
  try {
    chmodSync(file, 0o600);
    const isInUse = db.prepare('SELECT 1 FROM own').get() !== undefined;
    const vault = openDatabase(db, folder, masterKey, isInUse);
    if (vault.isByNextKey) promoteNextKey(folder);
    else if (masterKey === undefined || masterKey === '') rmSync(nextKeyFile(folder), { force: true });
    return vault;
  } catch (error) {
    db.close();
    throw asVaultError(file, error);
  }
};
