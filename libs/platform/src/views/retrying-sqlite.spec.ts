import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { toyViews } from '@tocsin/testing/toys/toy-views.js';
import { retryWhileBusy } from './retrying-sqlite.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';

describe('views with a second writer', () => {
  let folder: string;
  let store: SqlViewStore;
  let other: Database.Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-writers-'));
    store = new SqlViewStore(openSqliteViews(folder));
    await store.prepare(toyViews);
    other = new Database(join(folder, 'views.db'), { timeout: 0 });
  });
  afterEach(async () => {
    other.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const currentCheckpoint = { ordinal: 1, logTime: '2026-11-21T03:00:00.000Z', token: '1' };

  it('waits for the other one’s transaction while its own loop turns', async () => {
    other.exec('begin immediate');
    let isSaved = false;
    const saving = store.save([], currentCheckpoint).then(() => (isSaved = true));
    for (let turns = 0; turns < 50; turns += 1) await nextTurn();
    expect(isSaved).toBe(false);
    other.exec('commit');
    await saving;
    expect(await store.checkpoint()).toEqual(currentCheckpoint);
  });

  it('takes no other failure for a full room', async () => {
    await expect(retryWhileBusy(() => Promise.reject(new Error('no such table')))).rejects.toThrow('no such table');
  });
});
