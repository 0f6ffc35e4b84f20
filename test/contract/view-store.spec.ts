import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { postgresViews } from '@tocsin/platform/views/postgres-dialect.js';
import { Projector } from '@tocsin/platform/views/projector.js';
import { rebuild } from '@tocsin/platform/views/rebuild.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { sqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/postgres-server.js';
import { someHistory } from '@tocsin/testing/toy-history.js';
import { ToyLog } from '@tocsin/testing/toy-log.js';
import { toyToken, toyViews } from '@tocsin/testing/toy-views.js';
import { viewStoreContract } from '@tocsin/testing/view-store-contract.js';
import { dumped } from '@tocsin/testing/view-store-samples.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-views-'));
let folders = 0;
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  postgres = await postgresForTests();
}, 60_000);

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const inSqlite = async () => new SqlViewStore(sqliteViews(join(folder, String((folders += 1)))));
const inPostgres = async () => postgres && new SqlViewStore(postgresViews(await postgres.database()));

viewStoreContract('SQLite', inSqlite);
viewStoreContract('PostgreSQL', inPostgres);

describe('views in SQLite and in PostgreSQL', () => {
  it('hold the same bytes, kept live and built again', async () => {
    const [history] = fc.sample(
      someHistory.filter((events) => events.length > 40),
      { numRuns: 1, seed: 7 },
    );
    const events = history!;
    const log = new ToyLog(events);
    const dumps: (readonly string[])[] = [];
    for (const open of [inSqlite, inPostgres]) {
      for (const isLive of [true, false]) {
        const store = await open();
        if (!store) continue;
        await store.prepare(toyViews);
        const projector = new Projector({ views: toyViews, store, rowsPerSave: 7 });
        await projector.start();
        if (isLive) await projector.apply(events, toyToken(events.length));
        else await rebuild({ views: toyViews, log, store });
        dumps.push((await Promise.all(toyViews.map(({ name }) => dumped(store, name)))).flat());
        await store.scrub('tickets');
        expect((await Promise.all(toyViews.map(({ name }) => dumped(store, name)))).flat()).toEqual(dumps.at(-1));
        await store.close();
      }
    }
    expect(dumps[0]!.length).toBeGreaterThan(10);
    for (const dump of dumps) expect(dump).toEqual(dumps[0]);
  }, 60_000);
});
