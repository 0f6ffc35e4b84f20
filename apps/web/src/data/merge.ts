export interface ListParams {
  /** column → any of these values */
  readonly where?: Readonly<Record<string, readonly string[]>>;
  readonly sort?: string;
  readonly desc?: boolean;
  readonly limit?: number;
  /** Read page after page until the end: for the small views whose names are joined. */
  readonly all?: boolean;
}

export interface Identified {
  readonly id: string;
}

/** A list as the cache keeps it. */
export interface List<Row extends Identified = Identified> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** Everything up to here is in `rows`. */
  readonly ordinal: number;
  /** Rows told live since: id → ordinal of the change. */
  readonly newer: Readonly<Record<string, number>>;
  /** Rows that no longer belong, as they are now: a list that is being pointed at still shows them in their place. */
  readonly left: Readonly<Record<string, Row>>;
}

export interface Change {
  readonly view: string;
  readonly id: string;
  readonly row: unknown;
  readonly ordinal: number;
}

/** The value of a column that can be filtered and sorted by, as text; dates and numbers sort as they should. */
export function columnOf(row: object, column: string): string | number {
  if (column === 'holderId') return columnOf((row as { holder?: object | null }).holder ?? {}, 'personId');
  const value = (row as Record<string, unknown>)[column];
  if (typeof value === 'number') return value;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

export const belongs = (row: object, where: ListParams['where'] = {}): boolean =>
  Object.entries(where).every(([column, values]) => values.length === 0 || values.includes(String(columnOf(row, column))));

export function compareBy(sort: string, desc: boolean): (a: object, b: object) => number {
  return (a, b) => {
    const [x, y] = [columnOf(a, sort), columnOf(b, sort)];
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'en', { numeric: true });
    return desc ? -order : order;
  };
}

/** The list after a change that was told live. The same list when it is older than what is shown. */
export function mergeChange<Row extends Identified>(list: List<Row>, params: ListParams, change: Change): List<Row> {
  if (change.ordinal <= (list.newer[change.id] ?? list.ordinal)) return list;
  const newer = { ...list.newer, [change.id]: change.ordinal };
  const { [change.id]: _gone, ...left } = list.left;
  const row = change.row as Row | null;
  if (row === null) return { ...list, newer, left, rows: without(list.rows, change.id) };
  if (!belongs(row, params.where)) {
    const was = list.rows.some(({ id }) => id === change.id) || change.id in list.left;
    return { ...list, newer, left: was ? { ...left, [row.id]: row } : left, rows: without(list.rows, change.id) };
  }
  return { ...list, newer, left, rows: placed(list, params, row) };
}

const without = <Row extends Identified>(rows: readonly Row[], id: string) => rows.filter((row) => row.id !== id);

function placed<Row extends Identified>(list: List<Row>, { sort, desc = false }: ListParams, row: Row): readonly Row[] {
  const rows = without(list.rows, row.id);
  const compare = sort ? compareBy(sort, desc) : () => -1;
  const at = rows.findIndex((other) => compare(row, other) < 0);
  if (at >= 0) return [...rows.slice(0, at), row, ...rows.slice(at)];
  return list.next === null || rows.length < list.rows.length ? [...rows, row] : rows;
}
