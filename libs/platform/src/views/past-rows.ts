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
import { readPastRow, sourcesOf, type FoundRow, type Source } from './view-query.js';

interface PastMark extends Mark {
  readonly table: string;
}

/** A row examined in a turn. `fits`: 1 if it matches. */
interface PastSearch extends Mark {
  readonly fits: number;
}

/**
 * Rows as of a moment. Current rows are read first: a row that changes meanwhile was seen there, or is found in its history, and is listed once if
 * both.
 */
export const listPastRows = (database: ViewDatabase, view: AnyView, at: string): ListedRows => {
  const sources = sourcesOf(view, at);
  return {
    marks: async (walk, place) => {
      const marksById = new Map<string, PastMark>();
      for (const source of sources) {
        for (const mark of await marksIn(database, source, walk, place))
          if (!marksById.has(mark.id)) marksById.set(mark.id, { ...mark, table: source.table });
      }
      return takeFirst([...marksById.values()], walk);
    },
    read: (page) => read(database, view, at, page as readonly PastMark[]),
  };
};

const marksIn = async (database: ViewDatabase, source: Source, walk: Walk, place: CursorPlace | null): Promise<readonly Mark[]> => {
  const { table, when: timeConditions, byDay } = source;
  const inOneGo = (through: string | null) =>
    searchAllAtOnce(database, table, timeConditions, walk, createColumnReference(database, through), place);
  if (database.canChooseIndexes) return inOneGo(null);
  if (byDay) return walkDay(database, source, walk, place);
  const through = await chooseIndex(database, table, walk.filters, walk.column);
  return through === walk.column ? walkInOrder(database, source, walk, place) : inOneGo(through);
};

/** For databases on another server, or when an index leaves few rows. */
const searchAllAtOnce = async (
  { read: on }: ViewDatabase,
  table: string,
  timeConditions: readonly Condition[],
  walk: Walk,
  columnOf: ColumnReference,
  place: CursorPlace | null,
): Promise<readonly Mark[]> => {
  const direction = directionOf(walk);
  const conditions = [...timeConditions, ...filterConditions(walk, columnOf), ...conditionsAfter(walk, columnOf, place)];
  const { rows } = await sql<Mark>`select ${markOf(walk)} from ${sql.table(table)} where ${everyOf(conditions)}
    order by ${columnOf(walk.column)} ${direction}, "id" ${direction} limit ${walk.wide.length > 0 ? rowsOfTurn : walk.limit + 1}`.execute(
    on,
  );
  return filterBearing(walk.wide, rows);
};

/** By the index of the sort column, a limited number of rows in each turn, until the page is full. A row may have several past versions there. */
const walkInOrder = async (
  database: ViewDatabase,
  { table, when: timeConditions }: Source,
  walk: Walk,
  from: CursorPlace | null,
): Promise<readonly Mark[]> => {
  const columnOf = createColumnReference(database, walk.column);
  const order = walk.column === 'id' ? ['id', 'since'] : [walk.column, 'id', 'since'];
  const direction = directionOf(walk);
  const ordered = sql.join(order.map((name) => sql`${sql.ref(name)} ${direction}`));
  const marks: Mark[] = [];
  for (let behindIt: readonly Condition[] = conditionsAfter(walk, columnOf, from); ;) {
    const searchResult =
      await sql<PastSearch>`select ${markOf(walk)}, ${fitsColumn([...timeConditions, ...filterConditions(walk, hideColumns(database))])}
      from ${sql.table(table)} where ${everyOf(behindIt)} order by ${ordered} limit ${rowsOfTurn}`.execute(database.read);
    marks.push(...fittingOf(walk, searchResult.rows));
    const last = searchResult.rows.at(-1);
    if (marks.length > walk.limit || last === undefined || searchResult.rows.length < rowsOfTurn) return marks;
    const place = sql.join(walk.column === 'id' ? [last.id, last.since] : [last.sort, last.id, last.since]);
    const afterPlace = sql`(${sql.join(order.map((name) => sql.ref(name)))}) ${sql.raw(walk.descending ? '<' : '>')} (${place})`;
    behindIt = [...conditionsAfter(walk, columnOf, null), afterPlace];
    await nextTurn();
  }
};

interface DayPiece extends PastSearch {
  readonly pieceUntil: string;
  readonly pieceSince: string;
  readonly pieceId: number;
}

/**
 * All intervals of a day that ended after the moment, a limited number in each turn; keeps those that come first in the list. Thousands may end with the
 * day: their row number in the table, which is at the end of every index, distinguishes them.
 */
const walkDay = async (database: ViewDatabase, source: Source, walk: Walk, place: CursorPlace | null): Promise<readonly Mark[]> => {
  const { table, byDay } = source;
  const { day, at } = byDay!;
  const isListed = fitsColumn([
    ...source.when,
    ...filterConditions(walk, hideColumns(database)),
    ...conditionsAfter(walk, hideColumns(database), place),
  ]);
  // most pieces of a day begin after the moment: the index alone says so, and their rows are not read
  const look = async (afterCondition: Condition) =>
    (
      await sql<DayPiece>`select "pieceId", "pieceUntil", "pieceSince", ${markOf(walk)}, ${isListed}
      from (select "rowid" as "pieceId", "until" as "pieceUntil", "since" as "pieceSince" from ${sql.table(table)}
        where "day" = ${day} and ${afterCondition} order by "until", "since", "rowid" limit ${rowsOfTurn})
      left join ${sql.table(table)} on ${sql.table(table)}."rowid" = case when "pieceSince" <= ${at} then "pieceId" end`.execute(
        database.read,
      )
    ).rows;
  let marks: readonly Mark[] = [];
  let last: DayPiece | undefined;
  for (let afterCondition: Condition = sql`"until" > ${at}`, isAmongTies = false; ;) {
    const searchedRows = await look(afterCondition);
    marks = takeFirst([...marks, ...fittingOf(walk, searchedRows)], walk);
    const isFull = searchedRows.length === rowsOfTurn;
    if (!isFull && !isAmongTies) return marks;
    if (isFull) last = searchedRows.at(-1);
    isAmongTies = isFull;
    afterCondition = isAmongTies
      ? sql`"until" = ${last!.pieceUntil} and "since" = ${last!.pieceSince} and "rowid" > ${last!.pieceId}`
      : sql`("until", "since") > (${last!.pieceUntil}, ${last!.pieceSince})`;
    await nextTurn();
  }
};

const fitsColumn = (conditions: readonly Condition[]) => sql`(${everyOf(conditions)}) as "fits"`;

const fittingOf = <Row extends PastSearch>({ wide }: Walk, searchedRows: readonly Row[]): readonly Row[] =>
  filterBearing(
    wide,
    searchedRows.filter((row) => row.fits === 1),
  );

const hideColumns =
  (database: ViewDatabase): ColumnReference =>
  (name) =>
    database.hideFromIndexes(name);

const byBytes = (one: string, other: string): number => (one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other)));

/** As many rows as a page may need, in list order: by bytes, as in the databases. */
const takeFirst = <M extends Mark>(marks: readonly M[], { descending, limit }: Walk): readonly M[] =>
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
    const row = byId.get(id) ?? (await readPastRow(database, view, id, at));
    if (row) rows.push(row);
  }
  return rows;
};
