import type { Recorded } from '@tocsin/contracts/envelope.js';

/** The ids of a view’s existing rows in memory; empty elsewhere. */
export interface TableIds {
  readonly all: () => Iterable<string>;
  /** By a column or an index. */
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

export type Sums = Readonly<Record<string, number>>;

export interface RowChange<Row, E> {
  readonly keys: (event: E, ids: TableIds) => readonly string[];
  /** `undefined` leaves the row as it is (or absent); `null` removes it. Never mutates. */
  readonly row: (row: Row | undefined, event: E, key: string) => Row | null | undefined;
}

/** What rows that leave are folded from again. */
export interface LeavingRows {
  /** The stream of a thing, and the thing of a stream. */
  readonly streamOf: (thing: string) => string;
  readonly thingOf: (stream: string) => string | undefined;
}

/** Old row + event → new row. One screen, one row shape. The runner handles storage, history and rebuilds. */
export interface View<Row = unknown, E extends Recorded = Recorded> {
  readonly name: string;
  readonly on: { readonly [T in E['type']]?: RowChange<Row, Extract<E, { readonly type: T }>> };
  readonly columns?: { readonly [name: string]: (row: Row) => string | number | null };
  /** In memory only: finds rows by each of these values. */
  readonly indexes?: { readonly [name: string]: (row: Row) => readonly string[] };
  /** In memory only: sums over the rows that have one value of a column, to count thousands without reading them. */
  readonly sums?: { readonly [column: string]: (row: Row) => Sums };
  /** The text that word search covers, in lower case; only its first 400 characters count. Nothing personal: it is stored in clear. */
  readonly words?: (row: Row) => string;
  /** Stores former rows as validity intervals, so that lists can be read as of any moment. */
  readonly hasHistory: boolean;
  /** The one stream that the row is folded from. Its state at a moment is that stream’s fold, so no past rows are kept. */
  readonly stream?: (id: string) => string;
  /** Rows of one thing, by its id or `<id>:…`, that leave once it is over for long, and come back with its next event. The view with `isOpen` decides. */
  readonly leaves?: LeavingRows;
  /** A column with numbers that are given along the log, and the instant at which a row got its own: no later than log time then. */
  readonly numbered?: { readonly column: string; readonly givenAt: (row: Row) => string };
  /** For paginated rows: the view that builds the page before a cursor (the row’s `older`); undefined if the cursor is invalid. */
  readonly before?: (mark: string) => View<Row, E> | undefined;
  /** Fields that only serve to make the next row: kept in the current row, left out of its history and of screens. */
  readonly bookkeeping?: readonly string[];
  /** Fields that change too often to be history, and their values in the past: a change of these alone ends no former state. No columns. */
  readonly fleeting?: Readonly<Record<string, unknown>>;
  /** The history of open rows is cut at each UTC midnight, so that a listing as of a moment reads one day. */
  readonly isOpen?: (row: Row) => boolean;
  /** Raise it when rows or columns come out differently: existing rows are then dropped and rebuilt. */
  readonly version?: number;
  /**
   * In memory only: what remains of a row when log time passes a UTC midnight; `null` removes it. `has` queries the views in `asks`; those registered
   * before this one have been swept already.
   */
  readonly sweep?: (row: Row, logTime: string, has: (view: string, id: string) => boolean) => Row | null;
  /** The views that `sweep` may query: they are rebuilt together. */
  readonly asks?: readonly string[];
  /** The owner of the row, when not everyone signed in may read it in clear. */
  readonly owner?: (row: Row) => string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of views holds rows of every kind
export type AnyView = View<any, any>;

/** The views, and all that leave together if one of them does: built alone, one would have other things than the others. */
export const withThoseThatLeave = (views: readonly AnyView[], all: readonly AnyView[]): readonly AnyView[] =>
  views.some(({ leaves }) => leaves) ? all.filter((view) => view.leaves !== undefined || views.includes(view)) : views;

export const decidesWhatLeaves = ({ leaves, isOpen }: AnyView): boolean => leaves !== undefined && isOpen !== undefined;

const changeOf = (view: AnyView, type: string): RowChange<unknown, Recorded> | undefined =>
  (view.on as Record<string, RowChange<unknown, Recorded> | undefined>)[type];

export const hasHandler = (view: AnyView, type: string): boolean => changeOf(view, type) !== undefined;

export const typesOf = (views: readonly AnyView[]): readonly string[] => [...new Set(views.flatMap((view) => Object.keys(view.on)))];

const noIds: TableIds = { all: () => [], by: () => [] };

/** `null` for a removed row. `onFault`: a row that can’t be computed stays as it is, and all others are; else it throws. */
export const computeChanges = <Row>(
  view: View<Row>,
  event: Recorded,
  readRow: (key: string) => Row | undefined,
  ids: TableIds = noIds,
  onFault?: (fault: unknown) => void,
): readonly (readonly [string, Row | null])[] => {
  const change = changeOf(view, event.type) as RowChange<Row, Recorded> | undefined;
  if (!change) return [];
  const changedRows: [string, Row | null][] = [];
  for (const key of change.keys(event, ids)) {
    try {
      const before = readRow(key);
      const row = change.row(before, event, key);
      if (row !== undefined && row !== before) changedRows.push([key, row]);
    } catch (fault) {
      if (!onFault) throw fault;
      onFault(fault);
    }
  }
  return changedRows;
};

export const withoutBookkeeping = ({ bookkeeping }: AnyView, row: unknown): unknown =>
  bookkeeping === undefined || row === null || row === undefined
    ? row
    : Object.fromEntries(Object.entries(row).filter(([field]) => !bookkeeping.includes(field)));

/** The row as history has it. */
export const toPastRow = (view: AnyView, row: unknown): unknown =>
  view.fleeting === undefined || row === null
    ? withoutBookkeeping(view, row)
    : { ...(withoutBookkeeping(view, row) as object), ...view.fleeting };

/** Lets a runner load the rows beforehand. */
export const keysOf = (view: AnyView, event: Recorded, ids: TableIds = noIds): readonly string[] =>
  changeOf(view, event.type)?.keys(event, ids) ?? [];
