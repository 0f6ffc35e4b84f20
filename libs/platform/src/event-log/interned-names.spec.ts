import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InternedNames } from './interned-names.js';
import { openToWrite } from './sqlite-schema.js';

let dir: string;
let database: Database.Database;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tocsin-names-'));
  database = openToWrite(dir);
});
afterEach(() => {
  database.close();
  rmSync(dir, { recursive: true, force: true });
});

it('knows streams by heart for two generations, and finds the others again', () => {
  const names = new InternedNames(database, 3);
  const madeNames = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => names.createStream(name));
  for (const stream of madeNames) stream.revision = 4;
  expect(names.stream('g')).toBe(madeNames[6]);
  expect(names.stream('d')).toBe(madeNames[3]);
  // its events were never written: the answer came from the table, not from memory
  expect(names.stream('a')).toEqual({ id: madeNames[0]!.id, revision: -1 });
});
it('does not know a stream that was never made', () => {
  expect(new InternedNames(database).stream('nobody')).toBeUndefined();
});
it('gives a type one number for ever', () => {
  const first = new InternedNames(database).typeId('Said');
  const reopenedNames = new InternedNames(database);
  expect([reopenedNames.typeId('Said'), reopenedNames.typeId('Said')]).toEqual([first, first]);
  expect(reopenedNames.typeId('Heard')).not.toBe(first);
});
it('forgets what was undone', () => {
  const names = new InternedNames(database);
  database.exec('BEGIN');
  names.createStream('a');
  names.typeId('Said');
  database.exec('ROLLBACK');
  names.forget();
  expect(names.stream('a')).toBeUndefined();
  names.typeId('Said');
  expect(database.prepare('SELECT count(*) FROM types').pluck().get()).toBe(1);
});
