import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openDataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { masterKeyOf } from '@tocsin/platform/vault/master-key.js';
import { seal } from '@tocsin/platform/vault/encryption.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { VaultRefused } from '@tocsin/platform/vault/vault.js';
import { commandLineProgram } from '@tocsin/testing/stage/program.js';
import { isDeep } from '@tocsin/testing/tier.js';

jest.setTimeout(180_000);
/** Enough keys that sealing them again takes long enough for a kill. */
const secretCount = 20_000;
const kills = isDeep ? 40 : 8;
const createKey = (): string => randomBytes(32).toString('base64');
const subjectOf = (n: number): string => `person:${n}`;

describe('a change of the master key that is killed', () => {
  let place: string;
  let vault: string;
  const keys = Array.from({ length: secretCount }, () => randomBytes(32));

  beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'tocsin-rotated-'));
    const folder = openDataFolder(place, { program: '0.0.0', now: '2026-11-21T03:12:00.000Z' });
    vault = folder.room('vault');
    await folder.close();
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  const fill = (masterKey?: string): void => {
    const openedVault = openVault(vault, masterKey);
    openedVault.putSecret('password', 'argon2id…');
    openedVault.close();
    const { key } = masterKeyOf(vault, masterKey, true);
    const db = new Database(join(vault, 'vault.db'));
    const put = db.prepare('INSERT INTO subject_keys VALUES (?, ?)');
    db.transaction(() => keys.forEach((one, n) => put.run(subjectOf(n), seal(key, `key:${subjectOf(n)}`, one))))();
    db.close();
  };
  /** Throws VaultRefused when this is not the key. */
  const isWhole = (masterKey?: string): void => {
    const openedVault = openVault(vault, masterKey);
    try {
      expect(openedVault.secret('password')).toBe('argon2id…');
      const wrongIndex = keys.findIndex((key, n) => !openedVault.keyUnlessDestroyed(subjectOf(n))?.equals(key));
      expect(wrongIndex).toBe(-1);
    } finally {
      openedVault.close();
    }
  };
  const rotate = (env: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn(process.execPath, [commandLineProgram, 'rotate-key'], {
      env: { ...process.env, TOCSIN_DATA: place, NODE_OPTIONS: '', ...env },
      stdio: 'ignore',
    });
  /** Delay of the kill after the first trace of the change; 0 where at least one kill must come before the end. */
  const killDelayOf = (n: number): number => (n === 0 || n >= kills ? 0 : Math.random() * 150);
  /** Kills the process this many milliseconds after the first trace of the change. True: it was killed before it had ended. */
  const killAfter = async (child: ChildProcess, trace: string, milliseconds: number): Promise<boolean> => {
    const exitEvent = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    while (!existsSync(join(vault, trace)) && child.exitCode === null) await new Promise(setImmediate);
    const until = performance.now() + milliseconds;
    while (performance.now() < until && child.exitCode === null) await new Promise(setImmediate);
    child.kill('SIGKILL');
    return (await exitEvent)[1] === 'SIGKILL';
  };

  it('leaves a vault that opens with the key in its file, whenever it was', async () => {
    fill();
    let killCount = 0;
    // on a busy machine one may end unnoticed: then more are tried
    for (let n = 0; n < kills || killCount === 0; n += 1) {
      if (await killAfter(rotate(), 'master.key.next', killDelayOf(n))) killCount += 1;
      isWhole();
    }
    const [code] = (await once(rotate(), 'exit')) as [number];
    expect(code).toBe(0);
    isWhole();
  });

  it('leaves a vault that opens with the old key or with the new one, where they are named', async () => {
    let current = createKey();
    fill(current);
    let killCount = 0;
    // on a busy machine one may end unnoticed: then more are tried
    for (let n = 0; n < kills || killCount === 0; n += 1) {
      const freshKey = createKey();
      const child = rotate({ TOCSIN_MASTER_KEY: current, TOCSIN_NEW_MASTER_KEY: freshKey });
      if (await killAfter(child, 'vault.db-journal', killDelayOf(n))) killCount += 1;
      try {
        isWhole(current);
      } catch (error) {
        expect(error).toBeInstanceOf(VaultRefused);
        isWhole(freshKey);
        current = freshKey;
      }
    }
  });
});
