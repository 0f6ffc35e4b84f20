import type Database from 'better-sqlite3';

/** Freed pages are overwritten with zeros, so bytes count as well as rows. */
const rowsPerStep = 100;
const bytesPerStep = 1024 * 1024;

interface FoundRow {
  readonly place: number;
  readonly bytes: number;
}

/**
 * Removes the rows of a table in small steps: dropping a gigabyte at once blocks the event loop for seconds, and writes it to the write-ahead log again.
 * Each call is a step, and returns the number of removed rows: 0 when none is left, or the table does not exist.
 */
export const createTruncation = (database: Database.Database, table: string): (() => number) => {
  const hasTable = database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table);
  if (hasTable === undefined) return () => 0;
  const rowsQuery = `select rowid as "place", octet_length("row") as "bytes" from "${table}" order by rowid limit ${rowsPerStep}`;
  const next = database.prepare(rowsQuery);
  const remove = database.prepare(`delete from "${table}" where rowid <= ?`);
  return () => {
    const last = lastOf(next.all() as FoundRow[]);
    return last === undefined ? 0 : remove.run(last.place).changes;
  };
};

/** The last row of a step, which removes at least one. */
const lastOf = (rows: readonly FoundRow[]): FoundRow | undefined => {
  let bytes = 0;
  let last: FoundRow | undefined;
  for (const row of rows) {
    bytes += row.bytes;
    if (last && bytes > bytesPerStep) break;
    last = row;
  }
  return last;
};
