import { sql } from 'kysely';
import type { ViewDatabase } from './view-database.js';

/** `values` as they are stored. */
export interface Filter {
  readonly column: string;
  readonly values: readonly string[];
}

const many = 1000;

/**
 * The column whose index a list should use: that of the filter with the fewest rows, or the sort column when every filter matches many rows, because a
 * page of them is then found early. Counts up to a thousand; without statistics SQLite guesses, and would read 100,000 resolved rows to find 50.
 */
export const chooseIndex = async ({ read }: ViewDatabase, table: string, filters: readonly Filter[], sort: string): Promise<string> => {
  let [best, fewest] = [sort, many];
  for (const { column, values } of filters) {
    if (column === 'id') return 'id';
    const some = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join([...values])}) limit ${many}`;
    const { rows } = await sql<{ readonly n: number }>`select count(*) as "n" from (${some})`.execute(read);
    if (rows[0]!.n < fewest) [best, fewest] = [column, rows[0]!.n];
  }
  return best;
};
