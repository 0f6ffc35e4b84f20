import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import { SqlResults } from '@tocsin/platform/side/sql-results.js';
import { postgresViews } from '@tocsin/platform/views/postgres-dialect.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import { keptResultsContract } from '@tocsin/testing/ports/kept-results-contract.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/machine/postgres-server.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-results-'));
const opened: { close(): Promise<void> }[] = [];
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  postgres = await postgresForTests();
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const resultsAt = (url: string): SqlResults => {
  const database = postgresViews(url);
  opened.push(database);
  return new SqlResults(database);
};

keptResultsContract('files', async () => {
  const results = new FileResults(folder);
  return { results, opened: () => new FileResults(folder) };
});
keptResultsContract('PostgreSQL', async () => {
  if (!postgres) return undefined;
  const url = await postgres.database();
  return { results: resultsAt(url), opened: () => resultsAt(url) };
});

it('removes pages of files whose result is gone when it is opened, and says which file can’t be read', async () => {
  const room = mkdtempSync(join(folder, 'opened-'));
  const before = new FileResults(room);
  await before.put('one', '{}');
  for (const id of ['one', 'two']) await before.putPage(id, 0, '[]');
  mkdirSync(join(room, 'three.json'));
  const after = new FileResults(room);
  expect(readdirSync(room).toSorted()).toEqual(['one.json', 'one.pages', 'three.json']);
  expect(readdirSync(join(room, 'one.pages'))).toEqual(['0.gz']);
  const [one, three] = (await after.all()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect([one, three]).toEqual([
    { id: 'one', text: '{}' },
    { id: 'three', text: '', error: expect.any(Error) },
  ]);
});

it('says that the store is unavailable where its server is away', async () => {
  await expect(resultsAt('postgres://tocsin:tocsin@127.0.0.1:1/none').all()).rejects.toBeInstanceOf(ViewsUnavailable);
});
