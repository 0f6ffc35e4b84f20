import { sql, type Expression } from 'kysely';
import type { Place } from './cursor.js';
import type { Filter } from './index-choice.js';
import { among, within, type Condition } from './view-conditions.js';
import { columnsFor, type WideWord } from './wide-words.js';
import type { ViewDatabase } from './view-database.js';
import type { FoundRow } from './view-query.js';
import type { Range } from './view-store.js';

/** A row of a page before it is read: the value that it is sorted by, and how long it is. */
export interface Mark {
  readonly id: string;
  readonly sort: string;
  readonly bytes: number;
  readonly since: string;
}

/** The columns of a mark. */
export const markOf = ({ column, wide }: Walk) =>
  sql`"id", "since", ${sql.ref(column)} as "sort", octet_length("row") as "bytes"${columnsFor(wide)}`;

/** Where a list takes its rows from: marks first, so that no row is read before it is known how long the page is. */
export interface ListedRows {
  /** In the order of the list, one more than its page holds if there are so many. */
  readonly marks: (walk: Walk, place: Place | null) => Promise<readonly Mark[]>;
  readonly read: (page: readonly Mark[]) => Promise<readonly FoundRow[]>;
}

/** What a list asks for, in the names of the tables. */
export interface Walk {
  readonly column: string;
  readonly descending: boolean;
  readonly filters: readonly Filter[];
  readonly searched: readonly Condition[];
  /** Beside the conditions: what is looked for in rows that were read. */
  readonly wide: readonly WideWord[];
  /** Of the column that is sorted by: the walk goes no further. */
  readonly along: Range | undefined;
  readonly limit: number;
}

export const directionOf = ({ descending }: Walk) => sql.raw(descending ? 'desc' : 'asc');

export type Seen = (name: string) => Expression<unknown>;

/** Columns that a query should not go through the index of are hidden from it. */
export const seenThrough =
  (database: ViewDatabase, through: string | null): Seen =>
  (name) =>
    through === null || through === name ? sql.ref(name) : database.hidden(name);

/** What lies after a place of the list, and within the range that it is narrowed to. */
export const behind = ({ column, descending, along }: Walk, seen: Seen, place: Place | null): readonly Condition[] => [
  ...(along ? [within(seen(column), along)] : []),
  ...(place ? [sql`(${seen(column)}, "id") ${sql.raw(descending ? '<' : '>')} (${place.value}, ${place.id})`] : []),
];

/** What every row of the list fulfils, wherever it lies. */
export const fitting = ({ filters, searched }: Walk, seen: Seen): readonly Condition[] => [
  ...filters.map((filter) => among(seen(filter.column), filter)),
  ...searched,
];
