import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Filter } from './index-choice.js';
import { rowsOfTurn } from './rows-of-turn.js';
import { everyOf, isAmong, filtersOf, searchConditions, requireColumn, isInRange, type Condition } from './view-conditions.js';
import { filterBearing, selectColumnsFor, type TextColumnWord } from './text-columns.js';
import type { ViewDatabase } from './view-database.js';
import { tablesOf } from './view-table.js';
import type { ListQuery } from './view-store.js';

/** In one turn: ten times as many as rows, because only the index is read. */
const entriesOfTurn = 10 * rowsOfTurn;

/** Current rows only. Throws UnknownColumn. */
export const countRows = async (
  database: ViewDatabase,
  view: AnyView,
  { where, words = [], range }: Pick<ListQuery, 'where' | 'words' | 'range'>,
): Promise<number> => {
  const filters = filtersOf(view, where);
  if (filters.some(({ values }) => values.length === 0)) return 0;
  const { standing: table } = tablesOf(view.name);
  const ranged = range ? [isInRange(database.hideFromIndexes(requireColumn(view, range.column)), range)] : [];
  const search = searchConditions(view, words, database);
  const searched = [...search.conditions, ...ranged];
  const [only] = filters;
  if (database.canChooseIndexes)
    return inOneGo(database, table, [...filters.map((filter) => isAmong(sql.ref(filter.column), filter)), ...searched]);
  if (only && filters.length === 1 && searched.length + search.wide.length === 0 && only.column !== 'id')
    return byIndex(database, table, only);
  const conditions = [...filters.map((filter) => isAmong(database.hideFromIndexes(filter.column), filter)), ...searched];
  if (search.wide.length > 0) return findBearers(database, table, conditions, search.wide);
  return inTurns(database, table, [], conditions, conditions.length > 0 ? rowsOfTurn : entriesOfTurn);
};

const inOneGo = async ({ read }: ViewDatabase, table: string, conditions: readonly Condition[]): Promise<number> => {
  const countQuery = sql<{ readonly n: number }>`select count(*) as "n" from ${sql.table(table)} where ${everyOf(conditions)}`;
  return (await countQuery.execute(read)).rows[0]!.n;
};

const byIndex = async (database: ViewDatabase, table: string, { column, values }: Filter): Promise<number> => {
  let sum = 0;
  for (const value of new Set(values)) sum += await inTurns(database, table, [sql`${sql.ref(column)} = ${value}`], [], entriesOfTurn);
  return sum;
};

/** Reads rows in the order of ids, a limited number in each turn, and checks them here. */
const findBearers = async (
  { read }: ViewDatabase,
  table: string,
  conditions: readonly Condition[],
  wide: readonly TextColumnWord[],
): Promise<number> => {
  let sum = 0;
  for (let after = ''; ;) {
    const searchResult = await sql<{
      readonly id: string;
      readonly fits: number;
    }>`select "id", (${everyOf(conditions)}) as "fits"${selectColumnsFor(wide)}
      from ${sql.table(table)} where "id" > ${after} order by "id" limit ${rowsOfTurn}`.execute(read);
    const matchingRows = searchResult.rows.filter(({ fits }) => fits === 1);
    sum += filterBearing(wide, matchingRows).length;
    if (searchResult.rows.length < rowsOfTurn) return sum;
    after = searchResult.rows.at(-1)!.id;
    await nextTurn();
  }
};

/** Counts rows that `within` finds by an index, a limited number of ids in each turn. */
const inTurns = async (
  { read }: ViewDatabase,
  table: string,
  within: readonly Condition[],
  conditions: readonly Condition[],
  most: number,
): Promise<number> => {
  let sum = 0;
  for (let after: string | null = null; ;) {
    const afterId: readonly Condition[] = after === null ? within : [...within, sql`"id" > ${after}`];
    const edge = sql<{
      readonly id: string;
    }>`select "id" from ${sql.table(table)} where ${everyOf(afterId)} order by "id" limit 1 offset ${most - 1}`;
    const end: string | undefined = (await edge.execute(read)).rows[0]?.id;
    const until = end === undefined ? [] : [sql`"id" <= ${end}`];
    const countResult = sql<{
      readonly n: number;
    }>`select count(*) as "n" from ${sql.table(table)} where ${everyOf([...afterId, ...until, ...conditions])}`;
    sum += (await countResult.execute(read)).rows[0]!.n;
    if (end === undefined) return sum;
    after = end;
    await nextTurn();
  }
};
