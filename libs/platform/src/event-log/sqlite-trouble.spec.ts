import Database from 'better-sqlite3';
import { LogUnavailable } from './event-log.js';
import { troubleOf } from './sqlite-trouble.js';

const said = (code: string): Error => new Database.SqliteError('as SQLite says it', code);

it.each([
  ['SQLITE_FULL', 'full'],
  ['SQLITE_IOERR_WRITE', 'read or written'],
  ['SQLITE_READONLY_DBMOVED', 'may not be written'],
  ['SQLITE_BUSY_SNAPSHOT', 'another program'],
  ['SQLITE_CORRUPT', 'damaged'],
])('says %s in words, and that nothing was written', (code, words) => {
  const trouble = troubleOf(said(code));
  expect(trouble).toBeInstanceOf(LogUnavailable);
  expect(trouble?.outcome).toBe('not_applied');
  expect(trouble?.message).toContain(words);
  expect(trouble?.message).toContain(code);
});
it('does not know whether a commit happened whose flush failed', () => {
  expect(troubleOf(said('SQLITE_IOERR_FSYNC'), true)?.outcome).toBe('unknown');
  expect(troubleOf(said('SQLITE_FULL'), true)?.outcome).toBe('not_applied');
});
it('leaves mistakes of the program alone', () => {
  expect(troubleOf(said('SQLITE_CONSTRAINT_NOTNULL'))).toBeUndefined();
  expect(troubleOf(new TypeError('no'))).toBeUndefined();
});
