import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { parsePlace, toCursor } from './cursor.js';
import type { Mark, Walk } from './list-walk.js';
import { listPastRows } from './past-rows.js';
import { listCurrentRows } from './current-rows.js';
import { filtersOf, searchConditions, requireColumn, isInRange } from './view-conditions.js';
import type { ViewDatabase } from './view-database.js';
import { toBound } from './view-table.js';
import { toRow, type FoundRow } from './view-query.js';
import type { ListQuery, ShownRow } from './view-store.js';

/** In characters of JSON, which are parsed and serialised in one turn. A page ends before, but has at least one row. */
const maxOfPage = 1_024 * 1_024;

/**
 * A page of rows, current or past; fewer than requested when they are long. Throws BadCursor, UnknownColumn, HistoryUnavailable, and RangeError for a
 * limit outside 1–200.
 */
export const listRows = async (database: ViewDatabase, view: AnyView, query: ListQuery) => {
  const { sort = 'id', limit, cursor, at } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) throw new RangeError(`limit ${limit} is not 1 to 200`);
  const place = cursor === undefined ? null : parsePlace(cursor, sort);
  const walk = walkOf(database, view, query, sort);
  const listedRows = at === undefined ? listCurrentRows(database, view) : listPastRows(database, view, toBound(at));
  if (walk.filters.some(({ values }) => values.length === 0)) return { rows: [], next: null };
  const marks = await listedRows.marks(walk, place);
  const page = pageOf(marks, limit);
  const last = marks.length > page.length ? page.at(-1)! : null;
  const rows = await listedRows.read(page);
  return { rows: rows.map(toListedRow(view, at !== undefined)), next: last && toCursor({ sort, value: last.sort, id: last.id }) };
};

const walkOf = (database: ViewDatabase, view: AnyView, query: ListQuery, sort: string): Walk => {
  const { where, words = [], range, descending = false, limit } = query;
  const column = requireColumn(view, sort);
  const filters = filtersOf(view, where);
  const ranged = range && requireColumn(view, range.column);
  const isAlong = ranged === column;
  const besides = range && ranged && !isAlong ? [isInRange(database.hideFromIndexes(ranged), range)] : [];
  const { conditions, wide } = searchConditions(view, words, database);
  return { column, descending, filters, searched: [...conditions, ...besides], wide, along: isAlong ? range : undefined, limit };
};

const toListedRow =
  (view: AnyView, isPast: boolean) =>
  ({ id, row, ordinal }: FoundRow): ShownRow => ({ id, row: toRow(view, row, isPast), ordinal });

const pageOf = (marks: readonly Mark[], limit: number): readonly Mark[] => {
  let bytes = 0;
  const end = marks.findIndex((mark, n) => {
    bytes += mark.bytes;
    return n > 0 && bytes > maxOfPage;
  });
  return marks.slice(0, Math.min(limit, end < 0 ? marks.length : end));
};
