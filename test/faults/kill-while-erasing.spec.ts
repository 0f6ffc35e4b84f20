import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { filesWith } from '@tocsin/testing/machine/files-with.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { isDeep } from '@tocsin/testing/tier.js';

jest.setTimeout(180_000);
const random = isDeep ? 40 : 6;

/** Holds a lock on a file of the data folder, as another program would: the server can’t go past the step that needs the file. */
const delayFileAccess = (file: string, accessKind: 'writes' | 'reads'): (() => void) => {
  const db = new Database(file);
  db.exec(accessKind === 'writes' ? 'BEGIN IMMEDIATE' : 'BEGIN');
  if (accessKind === 'reads') db.prepare('SELECT count(*) FROM sessions').get();
  return () => db.close();
};

describe('a server that is killed while it erases somebody', () => {
  let stage: Stage;
  let count = 0;
  let personId: string;
  let name: string;
  const pathInData = (...path: readonly string[]): string => join(stage.tocsin.data, ...path);

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
  });
  afterAll(() => stage.detach());

  /** A disabled person, and a copy of the vault with their key. */
  beforeEach(async () => {
    count += 1;
    name = `Zerafina-Quillmarsh-${count}`;
    const zera = await stage.addPerson(name);
    personId = zera.personId;
    await stage.ana.api.run('AddContactMethod', { kind: 'email', personId, address: `${name}@quillmarsh.example` });
    await stage.ana.api.run('DisablePerson', { personId, leaveGaps: true });
    await stage.settle();
    cpSync(pathInData('vault'), pathInData('backups', 'copy', 'vault'), { recursive: true });
  });

  const getHealth = async (): Promise<HealthAnswer> => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
  const unfinishedMessage = (): string => `the erasure of ${personId} is not finished`;
  const isKeyDestroyed = (room: string): boolean => {
    const vault = readVault(room);
    try {
      return vault.destroyedSubjects().includes(`person:${personId}`);
    } finally {
      vault.close();
    }
  };
  const countSessions = (): number => {
    const db = new Database(pathInData('side', 'side.db'), { readonly: true });
    const sessionCountStatement = db.prepare<[string], number>('SELECT count(*) FROM sessions WHERE personId = ?').pluck().get(personId)!;
    db.close();
    return sessionCountStatement;
  };
  const waitUntil = async (isTrue: () => boolean): Promise<void> => {
    const deadline = performance.now() + 90_000;
    while (!isTrue()) {
      if (performance.now() > deadline) throw new Error('it never came to that');
      await new Promise(setImmediate);
    }
  };
  /** Not awaited: the server is killed before it may answer. */
  const erase = (): void => void stage.ana.api.run('ErasePerson', { personId }).catch(() => undefined);
  const waitForErasureOnLog = async (): Promise<void> => {
    const tail = new LogTail(stage.tocsin.data);
    await tail.waitFor(({ type, data }) => type === 'PersonErased' && data.includes(personId));
    await tail.close();
  };
  const isGone = async (): Promise<void> => {
    await stage.settle();
    expect(await getHealth()).toMatchObject({ ok: true, why: [] });
    expect(isKeyDestroyed(pathInData('vault'))).toBe(true);
    expect(isKeyDestroyed(pathInData('backups', 'copy', 'vault'))).toBe(true);
    expect(filesWith(stage.tocsin.data, [name, name.toLowerCase()])).toEqual([]);
    expect(await stage.ana.api.row('people', personId)).toMatchObject({ name: { erased: true }, state: 'erased' });
  };

  it('before the key is destroyed: does it when it is back', async () => {
    const release = delayFileAccess(pathInData('vault', 'vault.db'), 'writes');
    erase();
    await waitForErasureOnLog();
    await stage.tocsin.stop('SIGKILL');
    release();
    expect(isKeyDestroyed(pathInData('vault'))).toBe(false);
    await stage.restart();
    await isGone();
  });

  it('before the key in a copy is destroyed: does it when it is back', async () => {
    const release = delayFileAccess(pathInData('backups', 'copy', 'vault', 'vault.db'), 'writes');
    erase();
    await waitUntil(() => isKeyDestroyed(pathInData('vault')));
    await stage.tocsin.stop('SIGKILL');
    release();
    expect(isKeyDestroyed(pathInData('backups', 'copy', 'vault'))).toBe(false);
    await stage.restart();
    await isGone();
  });

  it('before the log of the side store is emptied: says that it is not finished, and does it when it is back', async () => {
    const release = delayFileAccess(pathInData('side', 'side.db'), 'reads');
    erase();
    await waitUntil(() => countSessions() === 0);
    expect(await getHealth()).toMatchObject({ ok: false, why: [unfinishedMessage()] });
    await stage.tocsin.stop('SIGKILL');
    release();
    await stage.restart();
    await isGone();
  });

  it('before the views are made anew: says that it is not finished, also after the kill, until they are', async () => {
    const release = delayFileAccess(pathInData('views', 'views.db'), 'writes');
    erase();
    await waitUntil(() => countSessions() === 0);
    expect(await getHealth()).toMatchObject({ ok: false, why: [unfinishedMessage()] });
    expect(filesWith(pathInData('views'), [name])).not.toEqual([]);
    await stage.restart('SIGKILL');
    expect(await getHealth()).toMatchObject({ ok: false, why: [unfinishedMessage()] });
    release();
    await isGone();
  });

  it.each(Array.from({ length: random }, (_, n) => n + 1))('at some instant or other (%i): does the rest when it is back', async () => {
    const wait = Math.random() * 250;
    const startedAt = performance.now();
    erase();
    await waitForErasureOnLog();
    await waitUntil(() => performance.now() - startedAt > wait);
    await stage.restart('SIGKILL');
    await isGone();
  });
});
