import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Expression } from 'kysely';
import { withoutBookkeeping, type AnyView } from '@tocsin/kernel/view.js';
import { fromCursor, toCursor, type Place } from './cursor.js';
import { narrowest, type Filter } from './index-choice.js';
import { rowsOfTurn } from './rows-of-turn.js';
import { all, among, filtersOf, found, keptAs, within, type Condition } from './view-conditions.js';
import type { ViewDatabase } from './view-database.js';
import { sourcesOf, type Source } from './view-query.js';
import type { ListQuery, Range, ShownRow } from './view-store.js';

/** Characters of JSON that a page holds: it ends before, but with one row at least. They are parsed and written again in one turn. */
const mostOfPage = 1_024 * 1_024;

/** A row of a page before it is read: the value that it is sorted by, and how long it is. */
interface Mark {
  readonly id: string;
  readonly sort: string;
  readonly bytes: number;
  /** Of what was: what stands is read once it is known how much of it there is. */
  readonly row?: string;
  readonly ordinal: number;
}

interface Walk {
  readonly column: string;
  readonly descending: boolean;
  readonly filters: readonly Filter[];
  readonly searched: readonly Condition[];
  /** Of the column that is sorted by: the walk goes no further. */
  readonly along: Range | undefined;
  readonly limit: number;
}

const directionOf = ({ descending }: Walk) => sql.raw(descending ? 'desc' : 'asc');

type Seen = (name: string) => Expression<unknown>;

/** Columns that a query should not go through the index of are hidden from it. */
const seenThrough =
  (database: ViewDatabase, through: string | null): Seen =>
  (name) =>
    through === null || through === name ? sql.ref(name) : database.hidden(name);

const behind = ({ column, descending, along }: Walk, seen: Seen, place: Place | null): readonly Condition[] => [
  ...(along ? [within(seen(column), along)] : []),
  ...(place ? [sql`(${seen(column)}, "id") ${sql.raw(descending ? '<' : '>')} (${place.value}, ${place.id})`] : []),
];

/** A page of rows, as they stand or stood; fewer than asked for where they are long. Throws BadCursor, UnknownColumn, NoPast, and RangeError for a limit outside 1–200. */
export const listRows = async (database: ViewDatabase, view: AnyView, query: ListQuery) => {
  const { where, words = [], range, sort = 'id', descending = false, limit, cursor, at } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) throw new RangeError(`limit ${limit} is not 1 to 200`);
  const column = keptAs(view, sort);
  const place = cursor === undefined ? null : fromCursor(cursor, sort);
  const filters = filtersOf(view, where);
  const ranged = range && keptAs(view, range.column);
  const isAlong = ranged === column;
  const besides = range && ranged && !isAlong ? [within(database.hidden(ranged), range)] : [];
  const walk: Walk = {
    column,
    descending,
    filters,
    searched: [...found(view, words), ...besides],
    along: isAlong ? range : undefined,
    limit,
  };
  const sources = sourcesOf(view, at);
  if (filters.some(({ values }) => values.length === 0)) return { rows: [], next: null };
  const marks = at === undefined ? await standing(database, sources[0]!, walk, place) : await past(database, sources, walk, place);
  const page = pageOf(marks, limit);
  const last = marks.length > page.length ? page.at(-1)! : null;
  const rows = at === undefined ? await read(database, sources[0]!, page) : page;
  return { rows: rows.map(shown(view)), next: last && toCursor({ sort, value: last.sort, id: last.id }) };
};

const shown =
  (view: AnyView) =>
  ({ id, row = 'null', ordinal }: Pick<Mark, 'id' | 'row' | 'ordinal'>): ShownRow => ({
    id,
    row: withoutBookkeeping(view, JSON.parse(row)),
    ordinal,
  });

const pageOf = (marks: readonly Mark[], limit: number): readonly Mark[] => {
  let bytes = 0;
  const end = marks.findIndex((mark, n) => {
    bytes += mark.bytes;
    return n > 0 && bytes > mostOfPage;
  });
  return marks.slice(0, Math.min(limit, end < 0 ? marks.length : end));
};

const standing = async (database: ViewDatabase, source: Source, walk: Walk, place: Place | null): Promise<readonly Mark[]> => {
  const { column, filters, searched, limit } = walk;
  const { table } = source;
  const through = database.choosesIndexes ? null : await narrowest(database, table, filters, column);
  const isSearch = filters.length + searched.length > 0;
  if (through === column && isSearch) return searchedFor(database, table, walk, place);
  return marksOf(database, table, walk, seenThrough(database, through), behind(walk, seenThrough(database, through), place), limit + 1);
};

const marksOf = async (database: ViewDatabase, table: string, walk: Walk, seen: Seen, where: readonly Condition[], most: number) => {
  const conditions = [...where, ...walk.filters.map((filter) => among(seen(filter.column), filter)), ...walk.searched];
  const direction = directionOf(walk);
  const { rows } = await sql<Mark>`select "id", "ordinal", ${sql.ref(walk.column)} as "sort", octet_length("row") as "bytes"
    from ${sql.table(table)} where ${all(conditions)}
    order by ${seen(walk.column)} ${direction}, "id" ${direction} limit ${most}`.execute(database.read);
  return rows;
};

/** Row by row in their order, so many in one turn: what is rare would else hold the loop until all have been looked at. */
const searchedFor = async (database: ViewDatabase, table: string, walk: Walk, from: Place | null): Promise<readonly Mark[]> => {
  const seen = seenThrough(database, walk.column);
  const marks: Mark[] = [];
  for (let place = from; ;) {
    const end = await edgeOf(database, table, walk, place);
    const until = end ? [sql`(${seen(walk.column)}, "id") ${sql.raw(walk.descending ? '>=' : '<=')} (${end.value}, ${end.id})`] : [];
    const most = walk.limit + 1 - marks.length;
    marks.push(...(await marksOf(database, table, walk, seen, [...behind(walk, seen, place), ...until], most)));
    if (end === null || marks.length > walk.limit) return marks;
    place = end;
    await nextTurn();
  }
};

/** The last of the rows that are looked at in one turn; null where there are no more. */
const edgeOf = async ({ read: on }: ViewDatabase, table: string, walk: Walk, place: Place | null): Promise<Place | null> => {
  const direction = directionOf(walk);
  const { rows } = await sql<{ readonly id: string; readonly value: string }>`select "id", ${sql.ref(walk.column)} as "value"
    from ${sql.table(table)} where ${all(behind(walk, (name) => sql.ref(name), place))}
    order by ${sql.ref(walk.column)} ${direction}, "id" ${direction} limit 1 offset ${rowsOfTurn - 1}`.execute(on);
  return rows[0] ? { ...rows[0], sort: walk.column } : null;
};

const past = async (database: ViewDatabase, sources: readonly Source[], walk: Walk, place: Place | null): Promise<readonly Mark[]> => {
  const { column, filters, searched, limit } = walk;
  const direction = directionOf(walk);
  const pages: Condition[] = [];
  for (const { table, when, index } of sources) {
    const through = database.choosesIndexes ? null : (index ?? (await narrowest(database, table, filters, column)));
    const seen = seenThrough(database, through);
    const conditions = [...when, ...filters.map((filter) => among(seen(filter.column), filter)), ...searched, ...behind(walk, seen, place)];
    pages.push(sql`select * from (select "id", "row", "ordinal", ${sql.ref(column)} as "sort", octet_length("row") as "bytes" from ${sql.table(table)}
      where ${all(conditions)} order by ${seen(column)} ${direction}, "id" ${direction} limit ${limit + 1}) as ${sql.ref(table)}`);
  }
  const ordered = sql<Mark>`${sql.join(pages, sql` union all `)} order by "sort" ${direction}, "id" ${direction} limit ${limit + 1}`;
  return (await ordered.execute(database.read)).rows;
};

/** In the order of their marks; one that has gone meanwhile is left out. */
const read = async (database: ViewDatabase, { table }: Source, page: readonly Mark[]) => {
  if (page.length === 0) return [];
  type Read = { readonly id: string; readonly row: string; readonly ordinal: number };
  const wanted = sql.join(page.map(({ id }) => id));
  const { rows } = await sql<Read>`select "id", "row", "ordinal" from ${sql.table(table)} where "id" in (${wanted})`.execute(database.read);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
};
