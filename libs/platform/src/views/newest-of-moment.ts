import { sql } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Walk } from './list-walk.js';
import type { ViewDatabase } from './view-database.js';
import { columnName, fromSortable, tablesOf, toSortable } from './view-table.js';

/** Neighbours may be recorded in another order than they are numbered. */
const slack = 1_000;

interface Numbered {
  readonly id: string;
  readonly value: string;
}

/** The first row from a number on; of `null` the last of all. */
const rowFrom = async ({ read }: ViewDatabase, view: AnyView, column: string, number: number | null): Promise<Numbered | undefined> => {
  const [table, by] = [sql.table(tablesOf(view.name).standing), sql.ref(column)];
  const { rows } = await (
    number === null
      ? sql<Numbered>`select "id", ${by} as "value" from ${table} order by ${by} desc limit 1`
      : sql<Numbered>`select "id", ${by} as "value" from ${table} where ${by} >= ${toSortable(number)} order by ${by} limit 1`
  ).execute(read);
  return rows[0];
};

const wasThere = async ({ read }: ViewDatabase, view: AnyView, id: string, at: string): Promise<boolean> => {
  const tables = Object.values(tablesOf(view.name));
  const since = tables.map((table) => sql`select 1 from ${sql.table(table)} where "id" = ${id} and "since" <= ${at}`);
  const { rows } = await sql`select 1 where exists (${since[0]}) or exists (${since[1]}) or exists (${since[2]})`.execute(read);
  return rows.length > 0;
};

/**
 * Where a list of the highest numbers first begins as of a moment: a walk from the end would pass over all that came later. Undefined: at the end. Numbers
 * are given in the order of the log, so halving finds it.
 */
export const newestOfMoment = async (database: ViewDatabase, view: AnyView, at: string, walk: Walk): Promise<string | undefined> => {
  if (database.canChooseIndexes || !walk.descending || view.numbered === undefined || walk.column !== columnName(view.numbered))
    return undefined;
  const last = await rowFrom(database, view, walk.column, null);
  if (!last || (await wasThere(database, view, last.id, at))) return undefined;
  let [known, later] = [0, Number(fromSortable(last.value))];
  while (later - known > slack) {
    const middle = Math.floor((known + later) / 2);
    const row = await rowFrom(database, view, walk.column, middle);
    if (row && (await wasThere(database, view, row.id, at))) known = middle;
    else later = middle;
  }
  return toSortable(later + slack);
};
