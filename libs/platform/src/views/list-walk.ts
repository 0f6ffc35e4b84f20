import { sql, type Expression } from 'kysely';
import type { CursorPlace } from './cursor.js';
import type { Filter } from './index-choice.js';
import { isAmong, isInRange, type Condition } from './view-conditions.js';
import { selectColumnsFor, type TextColumnWord } from './text-columns.js';
import type { ViewDatabase } from './view-database.js';
import type { FoundRow } from './view-query.js';
import type { Range } from './view-store.js';

/** A row of a page before it is read: its sort value and its length. */
export interface Mark {
  readonly id: string;
  readonly sort: string;
  readonly bytes: number;
  readonly since: string;
}

export const markOf = ({ column, wide }: Walk) =>
  sql`"id", "since", ${sql.ref(column)} as "sort", octet_length("row") as "bytes"${selectColumnsFor(wide)}`;

/** A source of rows for a list: marks first, so that no row is read before the length of the page is known. */
export interface ListedRows {
  /** In the order of the list; one more than the page holds, if there are that many. */
  readonly marks: (walk: Walk, place: CursorPlace | null) => Promise<readonly Mark[]>;
  readonly read: (page: readonly Mark[]) => Promise<readonly FoundRow[]>;
}

export interface Walk {
  readonly column: string;
  readonly descending: boolean;
  readonly filters: readonly Filter[];
  readonly searched: readonly Condition[];
  /** Words that are searched in rows after they were read, besides the conditions. */
  readonly wide: readonly TextColumnWord[];
  /** A range on the sort column: the walk stays within it. */
  readonly along: Range | undefined;
  readonly limit: number;
  /** Higher values of the sort column are not looked at. */
  readonly most?: string | undefined;
}

export const directionOf = ({ descending }: Walk) => sql.raw(descending ? 'desc' : 'asc');

export type ColumnReference = (name: string) => Expression<unknown>;

/** Hides columns from the query planner, except the one whose index it should use. */
export const createColumnReference =
  (database: ViewDatabase, through: string | null): ColumnReference =>
  (name) =>
    through === null || through === name ? sql.ref(name) : database.hideFromIndexes(name);

export const conditionsAfter = (
  { column, descending, along, most }: Walk,
  columnOf: ColumnReference,
  place: CursorPlace | null,
): readonly Condition[] => [
  ...(along ? [isInRange(columnOf(column), along)] : []),
  ...(most === undefined ? [] : [sql`${columnOf(column)} <= ${most}`]),
  ...(place ? [sql`(${columnOf(column)}, "id") ${sql.raw(descending ? '<' : '>')} (${place.value}, ${place.id})`] : []),
];

export const filterConditions = ({ filters, searched }: Walk, columnOf: ColumnReference): readonly Condition[] => [
  ...filters.map((filter) => isAmong(columnOf(filter.column), filter)),
  ...searched,
];
