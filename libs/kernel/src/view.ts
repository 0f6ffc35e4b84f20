import type { Recorded } from '@tocsin/contracts/envelope.js';

/** How rows of a view change by one kind of event: which rows, and how. */
export interface RowChange<Row, E> {
  readonly keys: (event: E) => readonly string[];
  /** `undefined` leaves the row as it is (or absent); `null` removes it. Never mutates. */
  readonly row: (row: Row | undefined, event: E, key: string) => Row | null | undefined;
}

/** Old row + event → new row. One screen, one row shape. Storage, revision, past and rebuild belong to whoever runs it. */
export interface View<Row = unknown, E extends Recorded = Recorded> {
  readonly name: string;
  readonly on: { readonly [T in E['type']]?: RowChange<Row, Extract<E, { readonly type: T }>> };
  /** Fields that lists are filtered and sorted by. */
  readonly columns?: { readonly [name: string]: (row: Row) => string | number | null };
  /** What a search for words looks in, in lower case; its first 400 characters count. Nothing personal: it is kept as it is. */
  readonly words?: (row: Row) => string;
  /** Keeps what rows were, as of any moment. */
  readonly past: boolean;
  /** Rows that are alive: their past is cut at each UTC midnight, so that a listing as of then reads one day. */
  readonly open?: (row: Row) => boolean;
  /** Raise it when rows or columns come out differently: the rows that stand are thrown away and built again. */
  readonly version?: number;
  /** In memory only: rows that nothing can ask for any more, swept when log time passes a UTC midnight. */
  readonly forget?: (row: Row, logTime: string) => boolean;
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

/** The rows that one event changes: key and new row, `null` for a removed one. Reads old rows through `read`. */
export const changesBy = <Row>(
  view: View<Row>,
  event: Recorded,
  read: (key: string) => Row | undefined,
): readonly (readonly [string, Row | null])[] => {
  const change = changeOf(view, event.type) as RowChange<Row, Recorded> | undefined;
  if (!change) return [];
  const changed: [string, Row | null][] = [];
  for (const key of change.keys(event)) {
    const before = read(key);
    const row = change.row(before, event, key);
    if (row !== undefined && row !== before) changed.push([key, row]);
  }
  return changed;
};

/** The keys whose rows an event needs, so that a runner can load them beforehand. */
export const keysOf = (view: AnyView, event: Recorded): readonly string[] => changeOf(view, event.type)?.keys(event) ?? [];
