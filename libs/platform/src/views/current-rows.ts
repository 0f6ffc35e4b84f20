import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { CursorPlace } from './cursor.js';
import { chooseIndex } from './index-choice.js';
import {
  conditionsAfter,
  directionOf,
  filterConditions,
  markOf,
  createColumnReference,
  type ListedRows,
  type Mark,
  type ColumnReference,
  type Walk,
} from './list-walk.js';
import { rowsOfTurn } from './rows-of-turn.js';
import { everyOf, type Condition } from './view-conditions.js';
import { filterBearing } from './text-columns.js';
import type { ViewDatabase } from './view-database.js';
import type { FoundRow } from './view-query.js';
import { tablesOf } from './view-table.js';

export const listCurrentRows = (database: ViewDatabase, view: AnyView): ListedRows => {
  const { standing: table } = tablesOf(view.name);
  return { marks: (walk, place) => readCurrentMarks(database, table, walk, place), read: (page) => read(database, table, page) };
};

const readCurrentMarks = async (database: ViewDatabase, table: string, walk: Walk, place: CursorPlace | null): Promise<readonly Mark[]> => {
  const { column, filters, searched, limit } = walk;
  const through = database.canChooseIndexes ? null : await chooseIndex(database, table, filters, column);
  const isSearch = filters.length + searched.length + walk.wide.length > 0;
  if (through === column && isSearch) return searchCurrentRows(database, table, walk, place);
  return marksOf(
    database,
    table,
    walk,
    createColumnReference(database, through),
    conditionsAfter(walk, createColumnReference(database, through), place),
    limit + 1,
  );
};

const marksOf = async (
  database: ViewDatabase,
  table: string,
  walk: Walk,
  columnOf: ColumnReference,
  conditions: readonly Condition[],
  most: number,
) => {
  const direction = directionOf(walk);
  // wide words are searched in all rows that a turn reads
  const count = walk.wide.length > 0 ? rowsOfTurn : most;
  const { rows } =
    await sql<Mark>`select ${markOf(walk)} from ${sql.table(table)} where ${everyOf([...conditions, ...filterConditions(walk, columnOf)])}
    order by ${columnOf(walk.column)} ${direction}, "id" ${direction} limit ${count}`.execute(database.read);
  return filterBearing(walk.wide, rows).slice(0, most);
};

/** Examines rows in order, a limited number in each turn: a rare word would otherwise block the event loop until all are examined. */
const searchCurrentRows = async (database: ViewDatabase, table: string, walk: Walk, from: CursorPlace | null): Promise<readonly Mark[]> => {
  const columnOf = createColumnReference(database, walk.column);
  const marks: Mark[] = [];
  for (let place = from; ;) {
    const end = await edgeOf(database, table, walk, place);
    const until = end ? [sql`(${columnOf(walk.column)}, "id") ${sql.raw(walk.descending ? '>=' : '<=')} (${end.value}, ${end.id})`] : [];
    const most = walk.limit + 1 - marks.length;
    marks.push(...(await marksOf(database, table, walk, columnOf, [...conditionsAfter(walk, columnOf, place), ...until], most)));
    if (end === null || marks.length > walk.limit) return marks;
    place = end;
    await nextTurn();
  }
};

/** The last of the rows that one turn examines; null when there are no more. */
const edgeOf = async ({ read: on }: ViewDatabase, table: string, walk: Walk, place: CursorPlace | null): Promise<CursorPlace | null> => {
  const direction = directionOf(walk);
  const { rows } = await sql<{ readonly id: string; readonly value: string }>`select "id", ${sql.ref(walk.column)} as "value"
    from ${sql.table(table)} where ${everyOf(conditionsAfter(walk, (name) => sql.ref(name), place))}
    order by ${sql.ref(walk.column)} ${direction}, "id" ${direction} limit 1 offset ${rowsOfTurn - 1}`.execute(on);
  return rows[0] ? { ...rows[0], sort: walk.column } : null;
};

/** In the order of their marks; a row that was removed meanwhile is left out. */
const read = async (database: ViewDatabase, table: string, page: readonly Mark[]): Promise<readonly FoundRow[]> => {
  if (page.length === 0) return [];
  const wantedIds = sql.join(page.map(({ id }) => id));
  const { rows } = await sql<FoundRow>`select "id", "row", "ordinal" from ${sql.table(table)} where "id" in (${wantedIds})`.execute(
    database.read,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
};
