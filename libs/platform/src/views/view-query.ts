import { sql, type Expression, type RawBuilder } from 'kysely';
import { withoutBookkeeping, type AnyView } from '@tocsin/kernel/view.js';
import { dayOf } from '@tocsin/kernel/time.js';
import { fromCursor, toCursor } from './cursor.js';
import { narrowest, type Filter } from './index-choice.js';
import type { ViewDatabase } from './view-database.js';
import { columnName, columnsOf, sortable, tablesOf, wordsColumn } from './view-table.js';
import type { ListQuery, SearchedWord, ShownRow, Where } from './view-store.js';

/** A filter or an order by something that is no column of the view. */
export class UnknownColumn extends Error {
  constructor(view: string, column: string) {
    super(`${view} has no column ${column}`);
  }
}

/** A view that keeps no past was asked for it. */
export class NoPast extends Error {
  constructor(view: string) {
    super(`${view} keeps no past`);
  }
}

interface Found {
  readonly id: string;
  readonly row: string;
  readonly ordinal: number;
  readonly sort: string;
}

type Condition = RawBuilder<unknown>;
const all = (conditions: readonly Condition[]): Condition => (conditions.length === 0 ? sql`1 = 1` : sql.join([...conditions], sql` and `));

const shown =
  (view: AnyView) =>
  ({ id, row, ordinal }: Found): ShownRow => ({ id, row: withoutBookkeeping(view, JSON.parse(row)), ordinal });

/** `id` names the row itself, unless the view has a column of that name. */
const keptAs = (view: AnyView, column: string): string => {
  if (columnsOf(view).includes(column)) return columnName(column);
  if (column === 'id') return 'id';
  throw new UnknownColumn(view.name, column);
};

const kept = (name: string, value: string | number | null): string => (name === 'id' ? String(value) : sortable(value));

const filtersOf = (view: AnyView, where: Where | undefined): readonly Filter[] =>
  Object.entries(where ?? {}).map(([name, wanted]) => {
    const column = keptAs(view, name);
    const values = (Array.isArray(wanted) ? wanted : [wanted]) as readonly (string | number | null)[];
    return { column, values: values.map((value) => kept(column, value)) };
  });

const among = (column: Expression<unknown>, { values }: Filter): Condition => sql`${column} in (${sql.join([...values])})`;

const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`;

/** The text as it stands anywhere: what means something to `like` means itself. */
const anywhere = (text: string): string => `%${text.replaceAll(/[%_!]/g, '!$&')}%`;

/** A kept text begins with a letter that sorts it, which is no part of it. */
const found = (view: AnyView, words: readonly SearchedWord[]): readonly Condition[] => {
  if (words.length > 0 && !view.words) throw new UnknownColumn(view.name, wordsColumn);
  const kept = sql.ref(columnName(wordsColumn));
  return words.map(({ text, or }) => {
    const others = filtersOf(view, or).filter(({ values }) => values.length > 0);
    return any([
      sql`substr(${kept}, 2) like ${anywhere(text)} escape '!'`,
      ...others.map((filter) => among(sql.ref(filter.column), filter)),
    ]);
  });
};

interface Source {
  readonly table: string;
  readonly when: readonly Condition[];
  /** The column whose index it is always read through. */
  readonly index?: string;
}

/** The tables in which rows stand, or stood at an instant, each with the condition for it. A row is in one of them. */
const sourcesOf = (view: AnyView, at: string | undefined): readonly Source[] => {
  const tables = tablesOf(view.name);
  if (at === undefined) return [{ table: tables.standing, when: [] }];
  if (!view.past) throw new NoPast(view.name);
  const during = sql`"since" <= ${at} and "until" > ${at}`;
  return [
    { table: tables.standing, when: [sql`"since" <= ${at}`] },
    { table: tables.cut, when: [sql`"day" = ${dayOf(at)}`, during], index: 'day' },
    { table: tables.whole, when: [during] },
  ];
};

/** One row, as it stands or stood. */
export const getRow = async ({ read }: ViewDatabase, view: AnyView, id: string, at?: string): Promise<ShownRow | undefined> => {
  for (const { table, when } of sourcesOf(view, at)) {
    const found =
      await sql<Found>`select "id", "row", "ordinal" from ${sql.table(table)} where ${all([sql`"id" = ${id}`, ...when])}`.execute(read);
    if (found.rows[0]) return shown(view)(found.rows[0]);
  }
  return undefined;
};

/** A page of rows, as they stand or stood. Throws BadCursor, UnknownColumn, NoPast, and RangeError for a limit outside 1–200. */
export const listRows = async (database: ViewDatabase, view: AnyView, query: ListQuery) => {
  const { where, words = [], sort = 'id', descending = false, limit, cursor, at } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) throw new RangeError(`limit ${limit} is not 1 to 200`);
  const column = keptAs(view, sort);
  const place = cursor === undefined ? null : fromCursor(cursor, sort);
  const filters = filtersOf(view, where);
  const searched = found(view, words);
  const sources = sourcesOf(view, at);
  if (filters.some(({ values }) => values.length === 0)) return { rows: [], next: null };
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const pages: Condition[] = [];
  for (const { table, when, index } of sources) {
    const through = database.choosesIndexes ? null : (index ?? (await narrowest(database, table, filters, column)));
    const seen = (name: string): Expression<unknown> => (through === null || through === name ? sql.ref(name) : database.hidden(name));
    const conditions = [...when, ...filters.map((filter) => among(seen(filter.column), filter)), ...searched];
    if (place) conditions.push(sql`(${seen(column)}, "id") ${sql.raw(descending ? '<' : '>')} (${place.value}, ${place.id})`);
    pages.push(sql`select * from (select "id", "row", "ordinal", ${sql.ref(column)} as "sort" from ${sql.table(table)}
      where ${all(conditions)} order by ${seen(column)} ${direction}, "id" ${direction} limit ${limit + 1}) as ${sql.ref(table)}`);
  }
  const ordered = sql<Found>`${sql.join(pages, sql` union all `)} order by "sort" ${direction}, "id" ${direction} limit ${limit + 1}`;
  const { rows } = await ordered.execute(database.read);
  const last = rows.length > limit ? rows[limit - 1]! : null;
  return { rows: rows.slice(0, limit).map(shown(view)), next: last && toCursor({ sort, value: last.sort, id: last.id }) };
};

/** How many rows stand that fit. Throws UnknownColumn. */
export const countRows = async (
  { read }: ViewDatabase,
  view: AnyView,
  where?: Where,
  words: readonly SearchedWord[] = [],
): Promise<number> => {
  const filters = filtersOf(view, where);
  if (filters.some(({ values }) => values.length === 0)) return 0;
  const conditions = [...filters.map((filter) => among(sql.ref(filter.column), filter)), ...found(view, words)];
  const counted = sql<{
    readonly n: number;
  }>`select count(*) as "n" from ${sql.table(tablesOf(view.name).standing)} where ${all(conditions)}`;
  return (await counted.execute(read)).rows[0]!.n;
};
