import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { TextSearchAnswer } from '@tocsin/contracts/redactions/noun.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { filesWith } from '@tocsin/testing/machine/files-with.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { isDeep } from '@tocsin/testing/tier.js';

jest.setTimeout(180_000);
const random = isDeep ? 30 : 3;

/** Holds a lock on a file of the data folder, as another program would: the server can’t go past the step that needs the file. */
const delayFileAccess = (file: string): (() => void) => {
  const db = new Database(file);
  db.exec('BEGIN IMMEDIATE');
  return () => db.close();
};

describe('a server that is killed while it redacts what a person wrote', () => {
  let stage: Stage;
  let count = 0;
  let name: string;
  let ordinal: number;
  const pathInData = (...path: readonly string[]): string => join(stage.tocsin.data, ...path);

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
    await stage.ana.api.run('PageSomeone', { title: 'The till is down', personIds: [stage.ana.personId] });
  });
  afterAll(() => stage.detach());

  /** A team whose description is in rows, in their history and in memory’s snapshot, and a copy of the vault with its key. */
  beforeEach(async () => {
    count += 1;
    name = `Zerafina-Quillmarsh-${count}`;
    const { says } = await stage.ana.api.run('CreateTeam', { name: `Tills ${count}`, description: `Led by ${name}` });
    await stage.restart();
    await stage.settle();
    [ordinal] = (await stage.ana.api.events(`team-${String(says['teamId'])}`)).map((event) => event.ordinal) as [number];
    cpSync(pathInData('vault'), pathInData('backups', 'copy', 'vault'), { recursive: true });
    expect(filesWith(pathInData('views'), [name])).not.toEqual([]);
  });

  const destroyedIn = (room: string): number => {
    const vault = readVault(room);
    try {
      return vault.destroyedSubjects().length;
    } finally {
      vault.close();
    }
  };
  /** Not awaited: the server is killed before it may answer. */
  const redact = async (): Promise<void> => {
    const tail = new LogTail(stage.tocsin.data);
    void stage.ana.api.run('RedactText', { ordinal, path: ['description'] }).catch(() => undefined);
    await tail.waitFor(({ type, data }) => type === 'TextRedacted' && data.includes(`"ordinal":${ordinal},`));
    await tail.close();
  };
  const isGone = async (): Promise<void> => {
    await stage.settle();
    const keys = destroyedIn(pathInData('vault'));
    expect([keys, destroyedIn(pathInData('backups', 'copy', 'vault'))]).toEqual([count, count]);
    expect(filesWith(stage.tocsin.data, [name])).toEqual([]);
    const { body } = await stage.ana.api.request<TextSearchAnswer>('POST', '/api/erasure/search', { texts: [name] });
    expect(body.hits).toEqual([]);
    // memory’s snapshot is written when the server ends
    await stage.restart();
    await stage.settle();
    const teams = await stage.ana.api.list('teams');
    expect(teams.find((team) => team.name === `Tills ${count}`)).toMatchObject({ description: '[redacted]' });
    expect(filesWith(stage.tocsin.data, [name])).toEqual([]);
  };

  it.each([
    ['the key is destroyed', ['vault', 'vault.db']],
    ['the key in a copy is destroyed', ['backups', 'copy', 'vault', 'vault.db']],
    ['the views are made anew', ['views', 'views.db']],
  ])('before %s: does it when it is back', async (_what, path) => {
    const release = delayFileAccess(pathInData(...path));
    await redact();
    await stage.tocsin.stop('SIGKILL');
    release();
    await stage.restart();
    await isGone();
  });

  it.each(Array.from({ length: random }, (_, n) => n + 1))('at some instant or other (%i): does the rest when it is back', async () => {
    const wait = Math.random() * 150;
    const startedAt = performance.now();
    await redact();
    while (performance.now() - startedAt < wait) await new Promise(setImmediate);
    await stage.restart('SIGKILL');
    await isGone();
  });
});
