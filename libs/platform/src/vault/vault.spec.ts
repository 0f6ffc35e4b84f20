import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MemoryVault } from './memory-vault.js';
import { seal, unseal } from './encryption.js';
import { openVault, type SqliteVault } from './sqlite-vault.js';
import { destroyInFile } from './vault-copies.js';
import { KeyMissing, VaultRefused } from './vault.js';

const rowOf = (folder: string, query: string): Buffer => {
  const db = new Database(join(folder, 'vault.db'), { readonly: true });
  const value = db.prepare<[], Buffer>(query).pluck().get()!;
  db.close();
  return value;
};
const ana = 'person:01900000-0000-7000-8000-00000000000a';

describe('the vault', () => {
  let folder: string;
  const openHandles: SqliteVault[] = [];
  const open = (masterKey?: string): SqliteVault => {
    const vault = openVault(folder, masterKey);
    openHandles.push(vault);
    return vault;
  };
  const file = (name: string): string => join(folder, name);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vault-'));
  });
  afterEach(() => {
    for (const vault of openHandles.splice(0)) vault.close();
    rmSync(folder, { recursive: true });
  });

  it('makes a key for a subject once', () => {
    const vault = open();
    expect(vault.keyFor(ana)).toHaveLength(32);
    expect(vault.keyFor(ana)).toEqual(vault.keyUnlessDestroyed(ana));
    expect(vault.subjects()).toEqual([ana]);
  });

  it('keeps keys, secrets and hashes over a restart', () => {
    const before = open();
    const [key, hash, ref] = [before.keyFor(ana), before.mac('integration key', 'abc'), before.newRef()];
    before.putSecret(ref, 'smtp password');
    before.close();
    const after = open();
    expect(after.keyUnlessDestroyed(ana)).toEqual(key);
    expect(after.mac('integration key', 'abc')).toEqual(hash);
    expect(after.secret(ref)).toBe('smtp password');
  });

  it('has a key on disk before it is handed out', () => {
    const key = open().keyFor(ana);
    expect(open().keyUnlessDestroyed(ana)).toEqual(key);
  });

  it('makes keys in batches, beside another that does the same, and leaves alone what stands or was destroyed', () => {
    const [vault, other] = [open(), open()];
    const key = vault.keyFor(ana);
    vault.destroy('person:gone');
    expect(vault.withoutKey([ana, 'person:gone', 'text:1', 'text:2'])).toEqual(['text:1', 'text:2']);
    other.addKeys([ana, 'person:gone', 'text:1']);
    vault.addKeys(['text:1', 'text:2']);
    expect(vault.withoutKey(['text:1', 'text:2'])).toEqual([]);
    expect([other.keyUnlessDestroyed(ana), other.keyUnlessDestroyed('person:gone')]).toEqual([key, null]);
    for (const subject of ['text:1', 'text:2']) expect(vault.keyFor(subject)).toEqual(other.keyFor(subject));
  });

  it('hands out no key of a destroyed subject, and makes no new one, not after a restart either', () => {
    const vault = open();
    vault.keyFor(ana);
    vault.destroy(ana);
    for (const each of [vault, open()]) {
      expect(each.keyUnlessDestroyed(ana)).toBeNull();
      expect(each.keyFor(ana)).toBeNull();
      expect(each.subjects()).toEqual([]);
    }
  });

  it('remembers the destruction of a subject that never had a key', () => {
    const vault = open();
    vault.destroy(ana);
    expect(vault.keyFor(ana)).toBeNull();
  });

  it('does not take a key that it never had for a destroyed one', () => {
    expect(() => open().keyUnlessDestroyed(ana)).toThrow(KeyMissing);
  });

  it('keeps, replaces and drops a secret', () => {
    const vault = open();
    const ref = vault.newRef();
    expect(vault.secret(ref)).toBeNull();
    vault.putSecret(ref, 'first');
    vault.putSecret(ref, 'second');
    expect(vault.secret(ref)).toBe('second');
    vault.dropSecret(ref);
    expect(vault.secret(ref)).toBeNull();
    expect(open().secret(ref)).toBeNull();
  });

  it('hashes by purpose, and differently in every installation', () => {
    const vault = open();
    expect(vault.mac('page link', 'x')).toHaveLength(32);
    expect(vault.mac('page link', 'x')).toEqual(vault.mac('page link', 'x'));
    expect(vault.mac('page link', 'x')).not.toEqual(vault.mac('code', 'x'));
    expect(vault.mac('page link', 'x')).not.toEqual(new MemoryVault().mac('page link', 'x'));
  });

  it('lets nobody find a secret, a key or the master key in its file', () => {
    const vault = open();
    vault.putSecret('ref', 'a secret that is long enough to be found');
    const key = vault.keyFor(ana)!;
    vault.close();
    const bytes = readFileSync(file('vault.db'));
    expect(bytes.includes('long enough to be found')).toBe(false);
    expect(bytes.includes(key)).toBe(false);
    expect(bytes.includes(Buffer.from(readFileSync(file('master.key'), 'utf8'), 'base64'))).toBe(false);
  });

  it('leaves nothing of a destroyed key or a dropped secret in its file, sealed as it was', () => {
    const vault = open();
    vault.keyFor(ana);
    vault.putSecret('ref', 'a secret');
    const cipherText = [rowOf(folder, 'SELECT sealed FROM subject_keys'), rowOf(folder, 'SELECT sealed FROM secrets')];
    for (const value of cipherText) expect(readFileSync(file('vault.db')).includes(value)).toBe(true);
    vault.destroy(ana);
    vault.dropSecret('ref');
    for (const value of cipherText) expect(readFileSync(file('vault.db')).includes(value)).toBe(false);
  });

  it('loses a key in a copy to which somebody is writing, and holds nothing up meanwhile', async () => {
    const vault = open();
    vault.addKeys([ana]);
    vault.close();
    const other = new Database(file('vault.db'));
    other.exec('BEGIN EXCLUSIVE');
    const destroyed = destroyInFile(file('vault.db'), [ana]);
    other.exec('COMMIT');
    other.close();
    await destroyed;
    expect(open().destroyedSubjects()).toEqual([ana]);
  });

  it('is readable by its owner alone', () => {
    open();
    for (const name of ['vault.db', 'master.key']) expect(statSync(file(name)).mode & 0o777).toBe(0o600);
  });

  it('takes the master key from the setting, and writes no file then', () => {
    const masterKey = randomBytes(32).toString('base64');
    const key = open(masterKey).keyFor(ana);
    expect(() => statSync(file('master.key'))).toThrow('ENOENT');
    expect(open(masterKey).keyUnlessDestroyed(ana)).toEqual(key);
  });

  it('refuses to open without its master key, and says what to do', () => {
    open().keyFor(ana);
    rmSync(file('master.key'));
    expect(() => open()).toThrow(VaultRefused);
    expect(() => open()).toThrow(/its master key is missing\. Put .*master\.key back from a backup, or set TOCSIN_MASTER_KEY/);
    expect(() => statSync(file('master.key'))).toThrow('ENOENT');
  });

  it('refuses another master key', () => {
    open().keyFor(ana);
    expect(() => open(randomBytes(32).toString('base64'))).toThrow(/TOCSIN_MASTER_KEY is not the key that this vault was made with/);
    writeFileSync(file('master.key'), randomBytes(32).toString('base64'));
    expect(() => open()).toThrow(/master\.key is not the key/);
  });

  it('refuses a master key that is none', () => {
    expect(() => open('too short')).toThrow(/is not 32 bytes in base64\. Make one with: openssl rand/);
  });

  it('belongs to one log', () => {
    const vault = open();
    vault.belongTo('log-1', true);
    vault.belongTo('log-1', false);
    expect(() => open().belongTo('log-2', false)).toThrow(/belongs to another log/);
  });

  it('refuses a log with a history when it is new itself', () => {
    expect(() => open().belongTo('log-1', false)).toThrow(/the vault beside it is a new one/);
  });

  it('belongs to the log that was begun at last, when a crash left the first one unwritten', () => {
    const vault = open();
    vault.belongTo('never written', true);
    vault.belongTo('log-1', true);
    expect(() => vault.belongTo('log-1', false)).not.toThrow();
  });
});

describe('a sealed value', () => {
  const key = randomBytes(32);

  it('opens with its key at its place', () => {
    expect(unseal(key, 'here', seal(key, 'here', 'Zoë'))).toEqual(Buffer.from('Zoë'));
    expect(unseal(key, 'here', seal(key, 'here', ''))).toEqual(Buffer.alloc(0));
  });

  it('does not open elsewhere, with another key, or changed', () => {
    const cipherText = seal(key, 'here', 'text');
    expect(() => unseal(key, 'there', cipherText)).toThrow();
    expect(() => unseal(randomBytes(32), 'here', cipherText)).toThrow();
    expect(() => unseal(key, 'here', cipherText.subarray(0, 20))).toThrow();
    for (const at of [0, 12, cipherText.length - 1]) {
      const changedText = Buffer.from(cipherText);
      changedText[at]! ^= 1;
      expect(() => unseal(key, 'here', changedText)).toThrow();
    }
  });
});
