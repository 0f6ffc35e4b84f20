import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { rowsOfTurn } from './rows-of-turn.js';
import { everyOf, filtersOf, isAmong, requireColumn, type Condition } from './view-conditions.js';
import type { ViewDatabase } from './view-database.js';
import { fromSortable, tablesOf } from './view-table.js';
import type { ColumnFilters, CountedRows } from './view-store.js';

type Found = Readonly<Record<string, string>> & { readonly n: number };

/**
 * Counts rows by the values of columns: for each value of the first filter, which an index finds, a limited number of rows in each turn. Throws
 * UnknownColumn.
 */
export const countRowsBy = async (
  database: ViewDatabase,
  view: AnyView,
  columns: readonly string[],
  where?: ColumnFilters,
): Promise<readonly CountedRows[]> => {
  const names = columns.map((column) => requireColumn(view, column));
  const [first, ...others] = filtersOf(view, where);
  const sums = new Map<string, number>();
  const conditions = others.map((filter) => isAmong(database.hideFromIndexes(filter.column), filter));
  for (const value of first ? new Set(first.values) : [null]) {
    const within = value === null ? [] : [sql`${sql.ref(first!.column)} = ${value}`];
    await countInTurns(database, tablesOf(view.name).standing, names, [within, conditions], sums);
  }
  return [...sums].map(([key, count]) => ({
    values: Object.fromEntries((JSON.parse(key) as string[]).map((stored, n) => [columns[n]!, fromSortable(stored)])),
    count,
  }));
};

const countInTurns = async (
  { read }: ViewDatabase,
  table: string,
  names: readonly string[],
  [within, conditions]: readonly [readonly Condition[], readonly Condition[]],
  sums: Map<string, number>,
): Promise<void> => {
  const selected = sql.join(names.map((name) => sql.ref(name)));
  for (let after: string | null = null; ;) {
    const part: readonly Condition[] = after === null ? within : [...within, sql`"id" > ${after}`];
    const edge = sql<{
      readonly id: string;
    }>`select "id" from ${sql.table(table)} where ${everyOf(part)} order by "id" limit 1 offset ${rowsOfTurn - 1}`;
    const end: string | undefined = (await edge.execute(read)).rows[0]?.id;
    const until = end === undefined ? [] : [sql`"id" <= ${end}`];
    const found = await sql<Found>`select ${selected}, count(*) as "n" from ${sql.table(table)}
      where ${everyOf([...part, ...until, ...conditions])} group by ${selected}`.execute(read);
    for (const row of found.rows) {
      const key = JSON.stringify(names.map((name) => row[name]));
      sums.set(key, (sums.get(key) ?? 0) + row.n);
    }
    if (end === undefined) return;
    after = end;
    await nextTurn();
  }
};
