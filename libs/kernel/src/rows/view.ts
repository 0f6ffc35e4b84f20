import type { Recorded } from '@tocsin/contracts/envelope.js';

/** The ids of the rows that there are, in memory; elsewhere there are none. */
export interface TableIds {
  /** For an event that each of them may be about. */
  readonly all: () => Iterable<string>;
  /** Those with this value of a column or an index. */
  readonly by: (index: string, value: string) => Iterable<string>;
}

/** Of rows that are in a map alone: by an index every one is looked at. */
export const idsIn = <Row>(
  { columns, indexes }: Pick<View<Row>, 'columns' | 'indexes'>,
  rows: () => Iterable<readonly [string, Row]>,
): TableIds => ({
  all: () => [...rows()].map(([id]) => id),
  by: (index, value) =>
    [...rows()]
      .filter(([, row]) => columns?.[index]?.(row) === value || indexes?.[index]?.(row).includes(value) === true)
      .map(([id]) => id)
      .toSorted(),
});

/** How rows of a view change by one kind of event: which rows, and how. */
export interface RowChange<Row, E> {
  readonly keys: (event: E, ids: TableIds) => readonly string[];
  /** `undefined` leaves the row as it is (or absent); `null` removes it. Never mutates. */
  readonly row: (row: Row | undefined, event: E, key: string) => Row | null | undefined;
}

/** Old row + event → new row. One screen, one row shape. Storage, revision, past and rebuild belong to whoever runs it. */
export interface View<Row = unknown, E extends Recorded = Recorded> {
  readonly name: string;
  readonly on: { readonly [T in E['type']]?: RowChange<Row, Extract<E, { readonly type: T }>> };
  /** Fields that lists are filtered and sorted by. */
  readonly columns?: { readonly [name: string]: (row: Row) => string | number | null };
  /** In memory only: rows are found by each of these values, as by a column. */
  readonly indexes?: { readonly [name: string]: (row: Row) => readonly string[] };
  /** What a search for words looks in, in lower case; its first 400 characters count. Nothing personal: it is kept as it is. */
  readonly words?: (row: Row) => string;
  /** Keeps what rows were, as of any moment, as intervals: for lists. */
  readonly past: boolean;
  /** The one stream that the row of an id is made of. As of a moment it is the fold of that stream: nothing is kept of what it was. */
  readonly stream?: (id: string) => string;
  /** Where a row holds its newest part alone: the view that makes what came before a mark, which is the `older` of a row; undefined for text that is no mark. */
  readonly before?: (mark: string) => View<Row, E> | undefined;
  /** Fields that serve to make the next row alone: kept in the row as it stands, left out of its past and of what is shown. */
  readonly bookkeeping?: readonly string[];
  /** Rows that are alive: their past is cut at each UTC midnight, so that a listing as of then reads one day. */
  readonly open?: (row: Row) => boolean;
  /** Raise it when rows or columns come out differently: the rows that stand are thrown away and built again. */
  readonly version?: number;
  /**
   * In memory only: what is left of a row when log time passes a UTC midnight; `null` forgets it. `has` asks the views of `asks`, those that
   * stand before this one as they are after their own sweep.
   */
  readonly sweep?: (row: Row, logTime: string, has: (view: string, id: string) => boolean) => Row | null;
  /** The views that its sweep asks: they are folded again together. Others it must not look at, so that it can be folded without them. */
  readonly asks?: readonly string[];
  /** Whose row it is, when not everybody signed in may read it in clear. */
  readonly owner?: (row: Row) => string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of views holds rows of every kind
export type AnyView = View<any, any>;

const changeOf = (view: AnyView, type: string): RowChange<unknown, Recorded> | undefined =>
  (view.on as Record<string, RowChange<unknown, Recorded> | undefined>)[type];

export const handles = (view: AnyView, type: string): boolean => changeOf(view, type) !== undefined;

/** The kinds of event that any of these views asks for. */
export const typesOf = (views: readonly AnyView[]): readonly string[] => [...new Set(views.flatMap((view) => Object.keys(view.on)))];

const none: TableIds = { all: () => [], by: () => [] };

/** The rows that one event changes: key and new row, `null` for a removed one. Reads old rows through `read`. */
export const changesBy = <Row>(
  view: View<Row>,
  event: Recorded,
  read: (key: string) => Row | undefined,
  ids: TableIds = none,
): readonly (readonly [string, Row | null])[] => {
  const change = changeOf(view, event.type) as RowChange<Row, Recorded> | undefined;
  if (!change) return [];
  const changed: [string, Row | null][] = [];
  for (const key of change.keys(event, ids)) {
    const before = read(key);
    const row = change.row(before, event, key);
    if (row !== undefined && row !== before) changed.push([key, row]);
  }
  return changed;
};

/** A row as it is shown, and as its past is kept: without its bookkeeping. */
export const withoutBookkeeping = ({ bookkeeping }: AnyView, row: unknown): unknown =>
  bookkeeping === undefined || row === null || row === undefined
    ? row
    : Object.fromEntries(Object.entries(row).filter(([field]) => !bookkeeping.includes(field)));

/** The keys whose rows an event needs, so that a runner can load them beforehand. */
export const keysOf = (view: AnyView, event: Recorded, ids: TableIds = none): readonly string[] =>
  changeOf(view, event.type)?.keys(event, ids) ?? [];
