import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Place } from './cursor.js';
import { narrowest } from './index-choice.js';
import {
  behind,
  directionOf,
  fitting,
  markOf,
  columnsThrough,
  type ListedRows,
  type Mark,
  type ColumnReference,
  type Walk,
} from './list-walk.js';
import { rowsOfTurn } from './rows-of-turn.js';
import { all, type Condition } from './view-conditions.js';
import { bearing } from './wide-words.js';
import type { ViewDatabase } from './view-database.js';
import { formerRow, sourcesOf, type FoundRow, type Source } from './view-query.js';

/** A past row, and the table that contains it. */
interface PastMark extends Mark {
  readonly table: string;
}

/** One of the rows examined in a turn: a mark if it matches. */
interface PastSearch extends Mark {
  readonly fits: number;
}

/**
 * Rows as of an instant. Current rows are read first: a row that changes meanwhile was seen there, or is found in its history, and
 * is listed once if both.
 */
export const pastRows = (database: ViewDatabase, view: AnyView, at: string): ListedRows => {
  const sources = sourcesOf(view, at);
  return {
    marks: async (walk, place) => {
      const found = new Map<string, PastMark>();
      for (const source of sources) {
        for (const mark of await marksIn(database, source, walk, place))
          if (!found.has(mark.id)) found.set(mark.id, { ...mark, table: source.table });
      }
      return first([...found.values()], walk);
    },
    read: (page) => read(database, view, at, page as readonly PastMark[]),
  };
};

const marksIn = async (database: ViewDatabase, source: Source, walk: Walk, place: Place | null): Promise<readonly Mark[]> => {
  const { table, when, byDay } = source;
  const inOneGo = (through: string | null) => allAtOnce(database, table, when, walk, columnsThrough(database, through), place);
  if (database.choosesIndexes) return inOneGo(null);
  if (byDay) return ofTheDay(database, source, walk, place);
  const through = await narrowest(database, table, walk.filters, walk.column);
  return through === walk.column ? alongItsOrder(database, source, walk, place) : inOneGo(through);
};

/** For databases on another server, or when an index leaves few rows. */
const allAtOnce = async (
  { read: on }: ViewDatabase,
  table: string,
  when: readonly Condition[],
  walk: Walk,
  columnOf: ColumnReference,
  place: Place | null,
): Promise<readonly Mark[]> => {
  const direction = directionOf(walk);
  const conditions = [...when, ...fitting(walk, columnOf), ...behind(walk, columnOf, place)];
  const { rows } = await sql<Mark>`select ${markOf(walk)} from ${sql.table(table)} where ${all(conditions)}
    order by ${columnOf(walk.column)} ${direction}, "id" ${direction} limit ${walk.wide.length > 0 ? rowsOfTurn : walk.limit + 1}`.execute(
    on,
  );
  return bearing(walk.wide, rows);
};

/**
 * A limited number of rows in each turn, by the index of the sort column, until the page is full. One row may have several past
 * versions there.
 */
const alongItsOrder = async (database: ViewDatabase, { table, when }: Source, walk: Walk, from: Place | null): Promise<readonly Mark[]> => {
  const columnOf = columnsThrough(database, walk.column);
  const order = walk.column === 'id' ? ['id', 'since'] : [walk.column, 'id', 'since'];
  const direction = directionOf(walk);
  const ordered = sql.join(order.map((name) => sql`${sql.ref(name)} ${direction}`));
  const marks: Mark[] = [];
  for (let behindIt: readonly Condition[] = behind(walk, columnOf, from); ;) {
    const looked = await sql<PastSearch>`select ${markOf(walk)}, ${fits([...when, ...fitting(walk, hidden(database))])}
      from ${sql.table(table)} where ${all(behindIt)} order by ${ordered} limit ${rowsOfTurn}`.execute(database.read);
    marks.push(...fittingOf(walk, looked.rows));
    const last = looked.rows.at(-1);
    if (marks.length > walk.limit || last === undefined || looked.rows.length < rowsOfTurn) return marks;
    const place = sql.join(walk.column === 'id' ? [last.id, last.since] : [last.sort, last.id, last.since]);
    const beyond = sql`(${sql.join(order.map((name) => sql.ref(name)))}) ${sql.raw(walk.descending ? '<' : '>')} (${place})`;
    behindIt = [...behind(walk, columnOf, null), beyond];
    await nextTurn();
  }
};

interface PieceOfDay extends PastSearch {
  readonly until: string;
  readonly rowid: number;
}

/**
 * All pieces of a day that ended after the instant, a limited number in each turn; keeps those that come first in the list.
 * Thousands may end with the day: their row number in the table, which is at the end of every index, distinguishes them.
 */
const ofTheDay = async (database: ViewDatabase, source: Source, walk: Walk, place: Place | null): Promise<readonly Mark[]> => {
  const { table, byDay } = source;
  const { day, at } = byDay!;
  const isListed = fits([...source.when, ...fitting(walk, hidden(database)), ...behind(walk, hidden(database), place)]);
  const look = async (beyond: Condition) =>
    (
      await sql<PieceOfDay>`select "rowid", "until", ${markOf(walk)}, ${isListed} from ${sql.table(table)}
      where "day" = ${day} and ${beyond} order by "until", "since", "rowid" limit ${rowsOfTurn}`.execute(database.read)
    ).rows;
  let marks: readonly Mark[] = [];
  let last: PieceOfDay | undefined;
  for (let beyond: Condition = sql`"until" > ${at}`, isAmongTies = false; ;) {
    const looked = await look(beyond);
    marks = first([...marks, ...fittingOf(walk, looked)], walk);
    const isFull = looked.length === rowsOfTurn;
    if (!isFull && !isAmongTies) return marks;
    if (isFull) last = looked.at(-1);
    isAmongTies = isFull;
    beyond = isAmongTies
      ? sql`"until" = ${last!.until} and "since" = ${last!.since} and "rowid" > ${last!.rowid}`
      : sql`("until", "since") > (${last!.until}, ${last!.since})`;
    await nextTurn();
  }
};

const fits = (conditions: readonly Condition[]) => sql`(${all(conditions)}) as "fits"`;

const fittingOf = <Row extends PastSearch>({ wide }: Walk, looked: readonly Row[]): readonly Row[] =>
  bearing(
    wide,
    looked.filter((row) => row.fits === 1),
  );

const hidden =
  (database: ViewDatabase): ColumnReference =>
  (name) =>
    database.hidden(name);

const byBytes = (one: string, other: string): number => (one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other)));

/** As many rows as a page may need, in list order: by bytes, as in the databases. */
const first = <M extends Mark>(marks: readonly M[], { descending, limit }: Walk): readonly M[] =>
  marks.toSorted((a, b) => (byBytes(a.sort, b.sort) || byBytes(a.id, b.id)) * (descending ? -1 : 1)).slice(0, limit + 1);

/** Reads rows in the order of their marks, each from the table in which it was seen; one that has changed since, from its history. */
const read = async (database: ViewDatabase, view: AnyView, at: string, page: readonly PastMark[]): Promise<readonly FoundRow[]> => {
  const byId = new Map<string, FoundRow>();
  for (const table of new Set(page.map((mark) => mark.table))) {
    const places = page.filter((mark) => mark.table === table).map(({ id, since }) => sql`(${id}, ${since})`);
    const { rows } = await sql<FoundRow>`select "id", "row", "ordinal" from ${sql.table(table)}
      where ("id", "since") in (values ${sql.join(places)})`.execute(database.read);
    for (const row of rows) byId.set(row.id, row);
  }
  const rows: FoundRow[] = [];
  for (const { id } of page) {
    const row = byId.get(id) ?? (await formerRow(database, view, id, at));
    if (row) rows.push(row);
  }
  return rows;
};
