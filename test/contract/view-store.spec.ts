import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresViews } from '@tocsin/platform/views/postgres-dialect.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { sqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/postgres-server.js';
import { viewStoreContract } from '@tocsin/testing/view-store-contract.js';

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

viewStoreContract('SQLite', async () => new SqlViewStore(sqliteViews(join(folder, String((folders += 1))))));
viewStoreContract('PostgreSQL', async () => postgres && new SqlViewStore(postgresViews(await postgres.database())));
