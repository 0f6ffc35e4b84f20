import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTemporaryDatabases, openTemporaryDatabase } from './temporary-database.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-temporary-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a temporary database', () => {
  it('holds more than its cache, over several transactions, in a file that has no name', () => {
    const database = openTemporaryDatabase(folder);
    database.exec('CREATE TABLE texts (n INTEGER PRIMARY KEY, text TEXT)');
    const insert = database.prepare('INSERT INTO texts VALUES (?, ?)');
    const fill = database.transaction((first: number) => {
      for (let n = first; n < first + 500; n += 1) insert.run(n, `${n} `.repeat(5_000));
    });
    for (const first of [0, 500, 1_000]) fill(first);
    expect(readdirSync(folder)).toEqual([]);
    expect(database.pragma('database_list')).toMatchObject([{ file: expect.stringContaining(folder) as string }]);
    expect(Number(database.pragma('page_count', { simple: true })) * 4_096).toBeGreaterThan(2 * 8_000 * 1_024);
    expect(database.prepare('SELECT count(*), min(text) FROM texts').raw().get()).toEqual([1_500, '0 '.repeat(5_000)]);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });

  it('is removed later where the process ended before its name was removed; other files stay', () => {
    for (const name of ['left.tmp', 'result.json']) writeFileSync(join(folder, name), '');
    removeTemporaryDatabases(folder);
    expect(readdirSync(folder)).toEqual(['result.json']);
  });
});
