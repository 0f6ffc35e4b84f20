import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import { AttemptSuperseded, unclaimed } from '@tocsin/platform/side/result-store.js';
import { SqlResults } from '@tocsin/platform/side/sql-results.js';
import { openPostgresViews } from '@tocsin/platform/views/postgres-dialect.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import { resultStoreContract } from '@tocsin/testing/ports/result-store-contract.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/machine/postgres-server.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-results-'));
const reopen: { close(): Promise<void> }[] = [];
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  postgres = await postgresForTests();
});
afterAll(async () => {
  await Promise.all(reopen.map((database) => database.close()));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const resultsAt = (url: string): SqlResults => {
  const database = openPostgresViews(url);
  reopen.push(database);
  return new SqlResults(database);
};

resultStoreContract('files', async () => {
  const results = new FileResults(folder);
  return { results, openAgain: () => new FileResults(folder) };
});
resultStoreContract('PostgreSQL', async () => {
  if (!postgres) return undefined;
  const url = await postgres.database();
  return { results: resultsAt(url), openAgain: () => resultsAt(url) };
});

it('removes pages of files whose result is gone when it is opened, and says which file can’t be read', async () => {
  const room = mkdtempSync(join(folder, 'opened-'));
  const before = new FileResults(room);
  const claim = { attempt: 1, owner: 'one' };
  for (const id of ['one', 'two']) {
    await before.begin(id, '{}', claim, null);
    await before.putPage(id, 0, '[]', claim);
  }
  rmSync(join(room, 'two.json'));
  mkdirSync(join(room, 'three.json'));
  const after = new FileResults(room);
  expect(readdirSync(room).toSorted()).toEqual(['one.json', 'one.pages', 'three.json']);
  expect(readdirSync(join(room, 'one.pages'))).toEqual(['0.gz']);
  const [one, three] = (await after.all()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect([one, three]).toEqual([
    { id: 'one', text: '{}', claim },
    { id: 'three', text: '', claim: unclaimed, error: expect.any(Error) },
  ]);
  const unreadable = await after.put('three', '{}', claim).catch((error: unknown) => error);
  expect(String(unreadable)).toContain('can’t be read');
  expect(unreadable).not.toBeInstanceOf(AttemptSuperseded);
});

it('are stored again after the database was emptied', async () => {
  if (!postgres) return;
  const url = await postgres.database();
  const [database, results, claim] = [openPostgresViews(url), resultsAt(url), { attempt: 1, owner: 'one' }];
  reopen.push(database);
  await results.begin('one', '{}', claim, null);
  await sql`drop table kept_results`.execute(database.write);
  await expect(results.put('one', '{}', claim)).rejects.toBeInstanceOf(AttemptSuperseded);
  await results.begin('two', '{}', claim, null);
  expect(await results.all()).toEqual([{ id: 'two', text: '{}', claim }]);
});

it('says that the store is unavailable where its server is away', async () => {
  await expect(resultsAt('postgres://tocsin:tocsin@127.0.0.1:1/none').all()).rejects.toBeInstanceOf(ViewsUnavailable);
});
