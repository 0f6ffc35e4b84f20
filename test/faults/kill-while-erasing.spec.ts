import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { filesWith } from '@tocsin/testing/machine/files-with.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

jest.setTimeout(180_000);
const random = process.env['TOCSIN_DEEP'] === '1' ? 40 : 6;

/** Holds a lock on a file of the data folder, as another program would: the server can’t go past the step that needs the file. */
const hold = (file: string, how: 'writes' | 'reads'): (() => void) => {
  const db = new Database(file);
  db.exec(how === 'writes' ? 'BEGIN IMMEDIATE' : 'BEGIN');
  if (how === 'reads') db.prepare('SELECT count(*) FROM sessions').get();
  return () => db.close();
};

describe('a server that is killed while it erases somebody', () => {
  let stage: Stage;
  let count = 0;
  let personId: string;
  let name: string;
  const at = (...path: readonly string[]): string => join(stage.tocsin.data, ...path);

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
  });
  afterAll(() => stage.leave());

  /** A disabled person, and a copy of the vault with their key. */
  beforeEach(async () => {
    count += 1;
    name = `Zerafina-Quillmarsh-${count}`;
    const zera = await stage.person(name);
    personId = zera.personId;
    await stage.ana.api.run('AddContactMethod', { kind: 'email', personId, address: `${name}@quillmarsh.example` });
    await stage.ana.api.run('DisablePerson', { personId, leaveGaps: true });
    await stage.settle();
    cpSync(at('vault'), at('backups', 'copy', 'vault'), { recursive: true });
  });

  const health = async (): Promise<HealthAnswer> => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
  const unfinished = (): string => `the erasure of ${personId} is not finished`;
  const isKeyDestroyed = (room: string): boolean => {
    const vault = readVault(room);
    try {
      return vault.destroyedSubjects().includes(`person:${personId}`);
    } finally {
      vault.close();
    }
  };
  const sessionsLeft = (): number => {
    const db = new Database(at('side', 'side.db'), { readonly: true });
    const left = db.prepare<[string], number>('SELECT count(*) FROM sessions WHERE personId = ?').pluck().get(personId)!;
    db.close();
    return left;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    const late = performance.now() + 90_000;
    while (!holds()) {
      if (performance.now() > late) throw new Error('it never came to that');
      await new Promise(setImmediate);
    }
  };
  /** Not awaited: the server is killed before it may answer. */
  const erase = (): void => void stage.ana.api.run('ErasePerson', { personId }).catch(() => undefined);
  const onTheLog = async (): Promise<void> => {
    const tail = new LogTail(stage.tocsin.data);
    await tail.waitFor(({ type, data }) => type === 'PersonErased' && data.includes(personId));
    await tail.close();
  };
  const isGone = async (): Promise<void> => {
    await stage.settle();
    expect(await health()).toMatchObject({ ok: true, why: [] });
    expect(isKeyDestroyed(at('vault'))).toBe(true);
    expect(isKeyDestroyed(at('backups', 'copy', 'vault'))).toBe(true);
    expect(filesWith(stage.tocsin.data, [name, name.toLowerCase()])).toEqual([]);
    expect(await stage.ana.api.row('people', personId)).toMatchObject({ name: { erased: true }, state: 'erased' });
  };

  it('before the key is destroyed: does it when it is back', async () => {
    const release = hold(at('vault', 'vault.db'), 'writes');
    erase();
    await onTheLog();
    await stage.tocsin.stop('SIGKILL');
    release();
    expect(isKeyDestroyed(at('vault'))).toBe(false);
    await stage.restart();
    await isGone();
  });

  it('before the key in a copy is destroyed: does it when it is back', async () => {
    const release = hold(at('backups', 'copy', 'vault', 'vault.db'), 'writes');
    erase();
    await until(() => isKeyDestroyed(at('vault')));
    await stage.tocsin.stop('SIGKILL');
    release();
    expect(isKeyDestroyed(at('backups', 'copy', 'vault'))).toBe(false);
    await stage.restart();
    await isGone();
  });

  it('before the log of the side store is emptied: says that it is not finished, and does it when it is back', async () => {
    const release = hold(at('side', 'side.db'), 'reads');
    erase();
    await until(() => sessionsLeft() === 0);
    expect(await health()).toMatchObject({ ok: false, why: [unfinished()] });
    await stage.tocsin.stop('SIGKILL');
    release();
    await stage.restart();
    await isGone();
  });

  it('before the views are made anew: says that it is not finished, also after the kill, until they are', async () => {
    const release = hold(at('views', 'views.db'), 'writes');
    erase();
    await until(() => sessionsLeft() === 0);
    expect(await health()).toMatchObject({ ok: false, why: [unfinished()] });
    expect(filesWith(at('views'), [name])).not.toEqual([]);
    await stage.restart('SIGKILL');
    expect(await health()).toMatchObject({ ok: false, why: [unfinished()] });
    release();
    await isGone();
  });

  it.each(Array.from({ length: random }, (_, n) => n + 1))('at some instant or other (%i): does the rest when it is back', async () => {
    const wait = Math.random() * 250;
    const began = performance.now();
    erase();
    await onTheLog();
    await until(() => performance.now() - began > wait);
    await stage.restart('SIGKILL');
    await isGone();
  });
});
