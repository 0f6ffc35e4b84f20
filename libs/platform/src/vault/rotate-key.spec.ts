import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotateMasterKey, type Rotation } from './rotate-key.js';
import { openVault, readVault, type SqliteVault } from './sqlite-vault.js';
import { VaultRefused } from './vault.js';

const ana = 'person:01900000-0000-7000-8000-00000000000a';
const bo = 'person:01900000-0000-7000-8000-0000000000b0';
const now = '2026-11-21T03:12:00.000Z';
const newKey = (): string => randomBytes(32).toString('base64');

describe('a change of the master key', () => {
  let folder: string;
  let key: Buffer;
  let hash: Buffer;

  const withVault = <T>(vault: SqliteVault, work: (vault: SqliteVault) => T): T => {
    try {
      return work(vault);
    } finally {
      vault.close();
    }
  };
  const fill = (masterKey?: string): void =>
    withVault(openVault(folder, masterKey), (vault) => {
      key = Buffer.from(vault.keyFor(ana)!);
      vault.keyFor(bo);
      vault.destroy(bo);
      vault.putSecret('password:ana', 'argon2id…');
      vault.belongTo('log-1', true);
      hash = vault.mac('integration-key', 'k');
    });
  const isWhole = (vault: SqliteVault): void =>
    withVault(vault, () => {
      expect(vault.keyUnlessDestroyed(ana)).toEqual(key);
      expect(vault.keyUnlessDestroyed(bo)).toBeNull();
      expect(vault.secret('password:ana')).toBe('argon2id…');
      expect(vault.mac('integration-key', 'k')).toEqual(hash);
      expect(vault.logId).toBe('log-1');
    });
  const rotate = (more: Partial<Rotation> = {}): number => rotateMasterKey({ folder, current: undefined, fresh: undefined, now, ...more });
  const keyFile = (): string => readFileSync(join(folder, 'master.key'), 'utf8').trim();
  const dieAt = (at: string) => (step: string) => {
    if (step === at) throw new Error('killed');
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vault-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps every key, secret, hash and tombstone, under another key in the file', () => {
    fill();
    const before = keyFile();
    expect(rotate()).toBe(4);
    expect(keyFile()).not.toBe(before);
    isWhole(openVault(folder));
    expect(() => openVault(folder, before)).toThrow(VaultRefused);
    expect(() => openVault(folder, before)).toThrow(`sealed by when the master key was changed at ${now}. Put back the right key`);
  });

  it('takes the new key by name where the old one was named', () => {
    const [old, fresh] = [newKey(), newKey()];
    fill(old);
    rotate({ current: old, fresh });
    isWhole(openVault(folder, fresh));
    expect(() => openVault(folder, old)).toThrow(VaultRefused);
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  it('changes nothing when the current key is wrong, or the new one is malformed', () => {
    const old = newKey();
    fill(old);
    expect(() => rotate({ current: newKey(), fresh: newKey() })).toThrow(VaultRefused);
    expect(() => rotate({ current: old, fresh: 'short' })).toThrow('The master key in TOCSIN_NEW_MASTER_KEY is not 32 bytes in base64');
    isWhole(openVault(folder, old));
  });

  it('cut short before it took effect, leaves the old key in force, and can be begun again', () => {
    fill();
    const before = keyFile();
    expect(() => rotate({ onStep: dieAt('written') })).toThrow('killed');
    isWhole(readVault(folder));
    isWhole(openVault(folder));
    expect(keyFile()).toBe(before);
    expect(existsSync(join(folder, 'master.key.next'))).toBe(false);
    rotate();
    isWhole(openVault(folder));
  });

  it('cut short after it took effect, is finished by whoever opens the vault next', () => {
    fill();
    const before = keyFile();
    expect(() => rotate({ onStep: dieAt('committed') })).toThrow('killed');
    isWhole(readVault(folder));
    expect(keyFile()).toBe(before);
    isWhole(openVault(folder));
    expect(keyFile()).not.toBe(before);
    expect(existsSync(join(folder, 'master.key.next'))).toBe(false);
    isWhole(openVault(folder));
  });
});
