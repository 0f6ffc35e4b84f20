import type { Recorded } from '@tocsin/contracts/envelope.js';

/** The ids of a view’s existing rows, in memory; empty elsewhere. */
export interface TableIds {
  /** For an event that may be about any of them. */
  readonly all: () => Iterable<string>;
  /** Rows with this value of a column or an index. */
  readonly by: (index: string, value: string) => Iterable<string>;
}

/** For rows in a plain map: `by` scans all of them. */
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

/** Named numbers that are added up. */
export type Sums = Readonly<Record<string, number>>;

/** Change of a view by one type of event: which rows, and how. */
export interface RowChange<Row, E> {
  readonly keys: (event: E, ids: TableIds) => readonly string[];
  /** `undefined` leaves the row as it is (or absent); `null` removes it. Never mutates. */
  readonly row: (row: Row | undefined, event: E, key: string) => Row | null | undefined;
}

/** Old row + event → new row. One screen, one row shape. Storage, revision, past and rebuild belong to the runner. */
export interface View<Row = unknown, E extends Recorded = Recorded> {
  readonly name: string;
  readonly on: { readonly [T in E['type']]?: RowChange<Row, Extract<E, { readonly type: T }>> };
  /** Fields that lists are filtered and sorted by. */
  readonly columns?: { readonly [name: string]: (row: Row) => string | number | null };
  /** In memory only: rows are found by each of these values, as by a column. */
  readonly indexes?: { readonly [name: string]: (row: Row) => readonly string[] };
  /** In memory only: sums over the rows that have one value of a column, so that none of thousands is read to count them. */
  readonly sums?: { readonly [column: string]: (row: Row) => Sums };
  /**
   * The text that word search covers, in lower case; only its first 400 characters count. Nothing personal: it is
   * stored in clear.
   */
  readonly words?: (row: Row) => string;
  /** Stores former rows as validity intervals, so that lists can be read as of any moment. */
  readonly hasHistory: boolean;
  /**
   * The one stream that the row of an id is folded from. As of a moment the row is that stream’s fold, so no past rows
   * are kept.
   */
  readonly stream?: (id: string) => string;
  /**
   * For rows that hold only their newest part: the view that makes the part before a mark, which is the row’s `older`;
   * undefined for text that is no mark.
   */
  readonly before?: (mark: string) => View<Row, E> | undefined;
  /**
   * Fields that only serve to make the next row: kept in the current row, left out of its past and of what is shown.
   */
  readonly bookkeeping?: readonly string[];
  /**
   * Whether a row is still open: the past of open rows is cut at each UTC midnight, so that a listing as of a moment
   * reads one day.
   */
  readonly isOpen?: (row: Row) => boolean;
  /** Raise it when rows or columns come out differently: existing rows are then dropped and rebuilt. */
  readonly version?: number;
  /**
   * In memory only: what remains of a row when log time passes a UTC midnight; `null` removes it. `has` queries the
   * views in `asks`; those registered before this one have been swept already.
   */
  readonly sweep?: (row: Row, logTime: string, has: (view: string, id: string) => boolean) => Row | null;
  /**
   * The views that its sweep queries: they are rebuilt together. It must not query others, so that it can be folded
   * without them.
   */
  readonly asks?: readonly string[];
  /** The owner of the row, when not everyone signed in may read it in clear. */
  readonly owner?: (row: Row) => string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of views holds rows of every kind
export type AnyView = View<any, any>;

const changeOf = (view: AnyView, type: string): RowChange<unknown, Recorded> | undefined =>
  (view.on as Record<string, RowChange<unknown, Recorded> | undefined>)[type];

export const hasHandler = (view: AnyView, type: string): boolean => changeOf(view, type) !== undefined;

/** The event types that any of these views handles. */
export const typesOf = (views: readonly AnyView[]): readonly string[] => [...new Set(views.flatMap((view) => Object.keys(view.on)))];

const noIds: TableIds = { all: () => [], by: () => [] };

/** The rows that one event changes: key and new row, `null` for a removed one. Reads old rows through `read`. */
export const computeChanges = <Row>(
  view: View<Row>,
  event: Recorded,
  readRow: (key: string) => Row | undefined,
  ids: TableIds = noIds,
): readonly (readonly [string, Row | null])[] => {
  const change = changeOf(view, event.type) as RowChange<Row, Recorded> | undefined;
  if (!change) return [];
  const changedRows: [string, Row | null][] = [];
  for (const key of change.keys(event, ids)) {
    const before = readRow(key);
    const row = change.row(before, event, key);
    if (row !== undefined && row !== before) changedRows.push([key, row]);
  }
  return changedRows;
};

/** A row as it is shown, and as its past is stored: without its bookkeeping. */
export const withoutBookkeeping = ({ bookkeeping }: AnyView, row: unknown): unknown =>
  bookkeeping === undefined || row === null || row === undefined
    ? row
    : Object.fromEntries(Object.entries(row).filter(([field]) => !bookkeeping.includes(field)));

/** The keys whose rows an event needs, so that a runner can load them beforehand. */
export const keysOf = (view: AnyView, event: Recorded, ids: TableIds = noIds): readonly string[] =>
  changeOf(view, event.type)?.keys(event, ids) ?? [];
