import { sql } from 'kysely';
import type { ViewDatabase } from './view-database.js';

/** A filter by the kept values of a column. */
export interface Filter {
  readonly column: string;
  readonly values: readonly string[];
}

const many = 1000;

/**
 * The column whose index a list should go through: that of the filter which leaves the fewest rows, or the one that is sorted by when every
 * filter leaves many, so that a page of them comes soon on that walk. It counts to a thousand; SQLite without statistics guesses, and
 * would read all of 100,000 rows that are done to sort out 50.
 */
export const narrowest = async ({ read }: ViewDatabase, table: string, filters: readonly Filter[], sort: string): Promise<string> => {
  let [best, fewest] = [sort, many];
  for (const { column, values } of filters) {
    if (column === 'id') return 'id';
    const some = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join([...values])}) limit ${many}`;
    const { rows } = await sql<{ readonly n: number }>`select count(*) as "n" from (${some})`.execute(read);
    if (rows[0]!.n < fewest) [best, fewest] = [column, rows[0]!.n];
  }
  return best;
};
