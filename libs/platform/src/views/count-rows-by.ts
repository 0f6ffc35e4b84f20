import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { rowsOfTurn } from './rows-of-turn.js';
import { filterBearing, selectColumnsFor, type TextColumnWord } from './text-columns.js';
import { everyOf, filtersOf, isAmong, isInRange, requireColumn, searchConditions, type Condition } from './view-conditions.js';
import type { ViewDatabase } from './view-database.js';
import { fromSortable, tablesOf } from './view-table.js';
import type { CountedRows, ListQuery } from './view-store.js';

type Found = Readonly<Record<string, string>> & { readonly n: number };
type Counted = Pick<ListQuery, 'where' | 'words' | 'range'>;

/** Adds up rows by their values. */
class Sums {
  private readonly sums = new Map<string, number>();
  constructor(private readonly names: readonly string[]) {}

  add(row: Found): void {
    const key = JSON.stringify(this.names.map((name) => row[name]));
    this.sums.set(key, (this.sums.get(key) ?? 0) + row.n);
  }

  list(columns: readonly string[]): readonly CountedRows[] {
    return [...this.sums].map(([key, count]) => ({
      values: Object.fromEntries((JSON.parse(key) as string[]).map((stored, n) => [columns[n]!, fromSortable(stored)])),
      count,
    }));
  }
}

/**
 * Counts rows by the values of columns: for each value of the first filter, which an index finds, a limited number of rows in each turn. Throws
 * UnknownColumn.
 */
export const countRowsBy = async (
  database: ViewDatabase,
  view: AnyView,
  columns: readonly string[],
  { where, words = [], range }: Counted = {},
): Promise<readonly CountedRows[]> => {
  const names = columns.map((column) => requireColumn(view, column));
  const [first, ...others] = filtersOf(view, where);
  const sums = new Sums(names);
  const search = searchConditions(view, words, database);
  const conditions = [
    ...others.map((filter) => isAmong(database.hideFromIndexes(filter.column), filter)),
    ...search.conditions,
    ...(range ? [isInRange(database.hideFromIndexes(requireColumn(view, range.column)), range)] : []),
  ];
  const table = tablesOf(view.name).standing;
  for (const value of first ? new Set(first.values) : [null]) {
    const within = value === null ? [] : [sql`${sql.ref(first!.column)} = ${value}`];
    if (search.wide.length > 0) await countBearers(database, table, names, [within, conditions], search.wide, sums);
    else await countInTurns(database, table, names, [within, conditions], sums);
  }
  return sums.list(columns);
};

type Conditions = readonly [within: readonly Condition[], others: readonly Condition[]];

const countInTurns = async (
  { read }: ViewDatabase,
  table: string,
  names: readonly string[],
  [within, conditions]: Conditions,
  sums: Sums,
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
    for (const row of found.rows) sums.add(row);
    if (end === undefined) return;
    after = end;
    await nextTurn();
  }
};

/** Reads rows in the order of ids, a limited number in each turn, and checks their texts here. */
const countBearers = async (
  { read }: ViewDatabase,
  table: string,
  names: readonly string[],
  [within, conditions]: Conditions,
  wide: readonly TextColumnWord[],
  sums: Sums,
): Promise<void> => {
  const selected = sql.join(names.map((name) => sql.ref(name)));
  for (let after = ''; ;) {
    const { rows } = await sql<Found & { readonly id: string; readonly fits: number }>`select "id", ${selected},
      (${everyOf(conditions)}) as "fits", 1 as "n"${selectColumnsFor(wide)}
      from ${sql.table(table)} where ${everyOf([...within, sql`"id" > ${after}`])} order by "id" limit ${rowsOfTurn}`.execute(read);
    const fitting = rows.filter(({ fits }) => fits === 1);
    for (const row of filterBearing(wide, fitting)) sums.add(row);
    if (rows.length < rowsOfTurn) return;
    after = rows.at(-1)!.id;
    await nextTurn();
  }
};
