import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { checkpoint, savedRow, ticket } from '@tocsin/testing/ports/view-store-samples.js';
import { tickets } from '@tocsin/testing/toys/toy-views.js';
import { createTruncation } from './truncation.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';

const at = (n: number): string => new Date(Date.parse('2026-11-21T03:00:00.000Z') + n * 1_000).toISOString();
const [old, changed]: readonly AnyView[] = [tickets, { ...tickets, hasHistory: false }];

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tocsin-emptying-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Thirty megabytes of history, in 300 intervals of one row. */
const fill = async (): Promise<void> => {
  const store = new SqlViewStore(openSqliteViews(folder));
  await store.prepare([old!]);
  const changes = Array.from({ length: 300 }, (_, n) => savedRow('t1', ticket({ title: `${n}${'x'.repeat(100_000)}` }), n + 1, at(n)));
  await store.save(changes, checkpoint(300));
  await store.close();
};
const file = (): string => join(folder, 'views.db');

describe('the rows of a view that has changed', () => {
  it('are removed before anything is built, and leave their room to what is built', async () => {
    await fill();
    const before = statSync(file()).size;
    const store = new SqlViewStore(openSqliteViews(folder));
    expect(await store.prepare([changed!])).toEqual(['tickets']);
    await store.beginRebuild([changed!]);
    const raw = new Database(file(), { readonly: true });
    expect(raw.prepare("select count(*) from sqlite_master where name in ('p_tickets', 'c_tickets')").pluck().get()).toBe(0);
    expect(Number(raw.pragma('freelist_count', { simple: true })) * 4_096).toBeGreaterThan(30_000_000);
    raw.close();
    await store.close();
    expect(statSync(file()).size).toBeLessThanOrEqual(before);
  });

  it('go a mebibyte a turn, however many rows that is', async () => {
    await fill();
    const database = new Database(file());
    const step = createTruncation(database, 'p_tickets');
    const steps: number[] = [];
    for (let removedCount = step(); removedCount > 0; removedCount = step()) steps.push(removedCount);
    database.close();
    expect(steps.reduce((sum, removedCount) => sum + removedCount)).toBe(299);
    expect(Math.max(...steps)).toBe(10);
  });

  it('are never taken for whole by the program that wrote them, when it was ended in the middle', async () => {
    await fill();
    const database = openSqliteViews(folder);
    const endedDatabase = { ...database, empty: async () => Promise.reject(new Error('ended')) };
    const store = new SqlViewStore(endedDatabase);
    await expect(store.prepare([changed!])).rejects.toThrow('ended');
    await store.close();
    const older = new SqlViewStore(openSqliteViews(folder));
    expect(await older.prepare([old!])).toEqual(['tickets']);
    expect(await older.count('tickets')).toBe(0);
    await older.close();
  });
});
