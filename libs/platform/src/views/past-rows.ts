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
import { newestOfMoment } from './newest-of-moment.js';
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
    marks: async (wanted, place) => {
      const walk = { ...wanted, most: await newestOfMoment(database, view, at, wanted) };
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

/** Entries of an index that are examined in one turn: it alone says which are of the moment, and only their rows are read. */
const entriesOfTurn = 20 * rowsOfTurn;

interface Piece {
  readonly pieceRow: number;
  readonly pieceId: string;
  readonly pieceSince: string;
  /** What an index of pieces has besides. */
  readonly pieceKey: string;
}
interface FoundPiece extends PastSearch, Piece {}

interface Turn {
  readonly after: readonly Condition[];
  readonly key: string;
  /** Whether the index has ids. */
  readonly hasId: boolean;
  readonly order: Condition;
  readonly fits: Condition;
}

/** The rows of the moment in one turn, and the last entry that was examined, if there may be more. */
const examine = async ({ read: on }: ViewDatabase, { table, when }: Source, walk: Walk, { after, key, hasId, order, fits }: Turn) => {
  const entry = sql`"rowid" as "pieceRow", ${hasId ? sql.ref('id') : sql`''`} as "pieceId", "since" as "pieceSince", ${sql.ref(key)} as "pieceKey"`;
  const { rows } = await sql<FoundPiece>`select "pieceRow", "pieceId", "pieceSince", "pieceKey", ${markOf(walk)}, ${fits}
    from (select * from (select ${entry}, (${everyOf(when)}) as "isThen" from ${sql.table(table)} where ${everyOf(after)}
      order by ${order} limit ${entriesOfTurn}) where "isThen" limit ${rowsOfTurn})
    cross join ${sql.table(table)} on ${sql.table(table)}."rowid" = "pieceRow"`.execute(on);
  if (rows.length === rowsOfTurn) return { rows, last: rows.at(-1)! };
  const rest = await sql<Piece>`select ${entry} from ${sql.table(table)} where ${everyOf(after)} order by ${order}
    limit 1 offset ${entriesOfTurn - 1}`.execute(on);
  return { rows, last: rest.rows[0] };
};

/** By the index of the sort column, a limited number of rows in each turn, until the page is full. A row may have several past versions there. */
const walkInOrder = async (database: ViewDatabase, source: Source, walk: Walk, from: CursorPlace | null): Promise<readonly Mark[]> => {
  const columnOf = createColumnReference(database, walk.column);
  const names = walk.column === 'id' ? ['id', 'since'] : [walk.column, 'id', 'since'];
  const order = sql.join(names.map((name) => sql`${sql.ref(name)} ${directionOf(walk)}`));
  const fits = fitsColumn(filterConditions(walk, hideColumns(database)));
  const marks: Mark[] = [];
  for (let after: readonly Condition[] = conditionsAfter(walk, columnOf, from); ;) {
    const { rows, last } = await examine(database, source, walk, { after, key: walk.column, hasId: true, order, fits });
    marks.push(...fittingOf(walk, rows));
    if (marks.length > walk.limit || last === undefined) return marks;
    const place = sql.join([...(walk.column === 'id' ? [] : [last.pieceKey]), last.pieceId, last.pieceSince]);
    const afterPlace = sql`(${sql.join(names.map((name) => sql.ref(name)))}) ${sql.raw(walk.descending ? '<' : '>')} (${place})`;
    after = [...conditionsAfter(walk, columnOf, null), afterPlace];
    await nextTurn();
  }
};

/**
 * All intervals of a day that ended after the moment, a limited number in each turn; keeps those that come first in the list. Thousands may end with the
 * day: their row number in the table, which is at the end of every index, distinguishes them.
 */
const walkDay = async (database: ViewDatabase, source: Source, walk: Walk, place: CursorPlace | null): Promise<readonly Mark[]> => {
  const { day, at } = source.byDay!;
  const fits = fitsColumn([...filterConditions(walk, hideColumns(database)), ...conditionsAfter(walk, hideColumns(database), place)]);
  const order = sql`"until", "since", "rowid"`;
  let marks: readonly Mark[] = [];
  let reached: Piece | undefined;
  for (let afterCondition: Condition = sql`"until" > ${at}`, isAmongTies = false; ;) {
    const after = [sql`"day" = ${day}`, afterCondition];
    const { rows, last } = await examine(database, source, walk, { after, key: 'until', hasId: false, order, fits });
    marks = takeFirst([...marks, ...fittingOf(walk, rows)], walk);
    if (!last && !isAmongTies) return marks;
    reached = last ?? reached!;
    isAmongTies = last !== undefined;
    afterCondition = isAmongTies
      ? sql`"until" = ${reached.pieceKey} and "since" = ${reached.pieceSince} and "rowid" > ${reached.pieceRow}`
      : sql`("until", "since") > (${reached.pieceKey}, ${reached.pieceSince})`;
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
