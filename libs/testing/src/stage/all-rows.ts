import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Every row in the views of a stopped server, including history, as text: two folders can be compared byte by byte. */
export const allRows = (data: string): readonly string[] => {
  const database = new Database(join(data, 'views', 'views.db'), { readonly: true });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all() as string[];
    return tables
      .filter((table) => /^[vpc]_/.test(table))
      .flatMap((table) => (database.prepare(`select * from "${table}"`).all() as object[]).map((row) => `${table} ${JSON.stringify(row)}`))
      .toSorted();
  } finally {
    database.close();
  }
};
