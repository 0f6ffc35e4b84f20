import Database from 'better-sqlite3';
import { LogUnavailable } from './event-log.js';
import { troubleOf } from './sqlite-errors.js';

const sqliteError = (code: string): Error => new Database.SqliteError('as SQLite says it', code);

it.each([
  ['SQLITE_FULL', 'full'],
  ['SQLITE_IOERR_WRITE', 'read or written'],
  ['SQLITE_READONLY_DBMOVED', 'may not be written'],
  ['SQLITE_BUSY_SNAPSHOT', 'another program'],
  ['SQLITE_CORRUPT', 'damaged'],
])('says %s in words, and that nothing was written', (code, text) => {
  const logTrouble = troubleOf(sqliteError(code));
  expect(logTrouble).toBeInstanceOf(LogUnavailable);
  expect(logTrouble?.outcome).toBe('not_applied');
  expect(logTrouble?.message).toContain(text);
  expect(logTrouble?.message).toContain(code);
});
it('does not know whether a commit happened whose flush failed', () => {
  expect(troubleOf(sqliteError('SQLITE_IOERR_FSYNC'), true)?.outcome).toBe('unknown');
  expect(troubleOf(sqliteError('SQLITE_FULL'), true)?.outcome).toBe('not_applied');
});
it('leaves mistakes of the program alone', () => {
  expect(troubleOf(sqliteError('SQLITE_CONSTRAINT_NOTNULL'))).toBeUndefined();
  expect(troubleOf(new TypeError('no'))).toBeUndefined();
});
