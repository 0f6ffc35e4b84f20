import { sql } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Walk } from './list-walk.js';
import type { ViewDatabase } from './view-database.js';
import { columnName, fromSortable, tablesOf, toSortable } from './view-table.js';

/** Neighbours may be recorded in another order than they are numbered. */
const slack = 1_000;

interface Sample {
  readonly row: string;
  readonly value: string;
}

/** The first row from a number on; of `null` the last of all. */
const rowFrom = async ({ read }: ViewDatabase, view: AnyView, column: string, number: number | null): Promise<Sample | undefined> => {
  const [table, by] = [sql.table(tablesOf(view.name).standing), sql.ref(column)];
  const { rows } = await (
    number === null
      ? sql<Sample>`select "row", ${by} as "value" from ${table} order by ${by} desc limit 1`
      : sql<Sample>`select "row", ${by} as "value" from ${table} where ${by} >= ${toSortable(number)} order by ${by} limit 1`
  ).execute(read);
  return rows[0];
};

/**
 * Where a list of the highest numbers first begins as of a moment: a walk from the end would pass over all that came later. Undefined: at the end. Numbers
 * are given in the order of the log, so halving finds it. Since when a row is listed says nothing: it may have left the list, and come back.
 */
export const newestOfMoment = async (database: ViewDatabase, view: AnyView, at: string, walk: Walk): Promise<string | undefined> => {
  const { numbered } = view;
  if (database.canChooseIndexes || !walk.descending || !numbered || walk.column !== columnName(numbered.column)) return undefined;
  const wasGiven = ({ row }: Sample): boolean => numbered.givenAt(JSON.parse(row)) <= at;
  const last = await rowFrom(database, view, walk.column, null);
  if (!last || wasGiven(last)) return undefined;
  let [known, later] = [0, Number(fromSortable(last.value))];
  while (later - known > slack) {
    const middle = Math.floor((known + later) / 2);
    const row = await rowFrom(database, view, walk.column, middle);
    if (row && wasGiven(row)) known = middle;
    else later = middle;
  }
  return toSortable(later + slack);
};
