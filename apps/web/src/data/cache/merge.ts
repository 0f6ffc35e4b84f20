export interface ListParams {
  /** column → any of these values */
  readonly where?: Readonly<Record<string, readonly string[]>>;
  /** Instants: opened from the first on, and before the second. */
  readonly from?: string;
  readonly to?: string;
  /** The search text. Only the server knows what it matches: a live row neither comes nor leaves by it. */
  readonly q?: string;
  readonly sort?: string;
  readonly desc?: boolean;
  readonly limit?: number;
  /** Read to the end, page by page: for small views whose names are joined. */
  readonly all?: boolean;
  /** An ordinal: the list as of then, which takes no live rows. */
  readonly at?: number;
}

export interface RowWithId {
  readonly id: string;
}

/** A list in the cache. */
export interface List<Row extends RowWithId = RowWithId> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** The ordinal up to which `rows` is complete. */
  readonly ordinal: number;
  /** Rows changed live since: id → ordinal of the change. */
  readonly newer: ReadonlyMap<string, number>;
  /** Rows that no longer belong, as they are now: a list that is being pointed at still shows them in their place. */
  readonly left: ReadonlyMap<string, Row>;
  /** With a search: for rows that are listed because of one of their alerts, its line: a summary, or `label=value`. */
  readonly inAlerts?: ReadonlyMap<string, string>;
}

export interface Change {
  readonly view: string;
  readonly id: string;
  readonly row: unknown;
  readonly ordinal: number;
}

/** The value of a column that can be filtered and sorted by, as text; dates and numbers sort as they should. */
function columnOf(row: object, column: string): string | number {
  if (column === 'stale') return (row as { staleSince?: string | null }).staleSince ? '1' : '0';
  if (column === 'holderId') return columnOf((row as { holder?: object | null }).holder ?? {}, 'personId');
  const value = (row as Record<string, unknown>)[column];
  if (typeof value === 'number') return value;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

/** Whether a list of these parameters shows the row, as far as its columns tell. */
export const belongs = (row: object, { where = {}, from, to }: ListParams): boolean =>
  !(from && columnOf(row, 'openedAt') < from) &&
  !(to && columnOf(row, 'openedAt') >= to) &&
  Object.entries(where).every(([column, values]) => values.length === 0 || values.includes(String(columnOf(row, column))));

const order = (x: string | number, y: string | number) => (x < y ? -1 : x > y ? 1 : 0);

/** By code units, then by id, like the server. */
function compareBy({ sort = 'id', desc = false }: ListParams): (a: RowWithId, b: RowWithId) => number {
  return (a, b) => (order(columnOf(a, sort), columnOf(b, sort)) || order(a.id, b.id)) * (desc ? -1 : 1);
}

/** Number of recent changes kept to merge into answers that were overtaken; an answer with more changes is read again. */
const maxRemembered = 2_000;
/** Trims in steps of this size, not with each message of a storm. */
const slack = 500;

/** The newest, when there are too many. */
const keepNewest = <T>(known: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  known.size > maxRemembered + slack ? new Map([...known].slice(-maxRemembered)) : known;

/** The latest change of each row that is newer than the list. */
function news(list: List, changes: readonly Change[]): ReadonlyMap<string, Change> {
  const last = new Map<string, Change>();
  for (const change of changes)
    if (change.ordinal > (last.get(change.id)?.ordinal ?? list.newer.get(change.id) ?? list.ordinal)) last.set(change.id, change);
  return last;
}

/** The list after live changes, applied in one pass. Returns the same list if they are older than it. */
export function mergeChanges<Row extends RowWithId>(list: List<Row>, params: ListParams, changes: readonly Change[]): List<Row> {
  if (params.at !== undefined) return list;
  const last = news(list, changes);
  if (last.size === 0) return list;
  const stay = list.rows.filter(({ id }) => !last.has(id));
  const had = new Set(stay.length < list.rows.length ? list.rows.flatMap(({ id }) => (last.has(id) ? [id] : [])) : []);
  const come: Row[] = [];
  const newer = new Map(list.newer);
  const left = new Map(list.left);
  for (const [id, { row, ordinal }] of last) {
    const was = had.has(id) || left.has(id);
    // moved to the end of the map, where the newest entries are kept longest
    newer.delete(id);
    newer.set(id, ordinal);
    left.delete(id);
    if (row === null) continue;
    if (belongs(row as Row, params) && (params.q === undefined || was)) come.push(row as Row);
    else if (was) left.set(id, row as Row);
  }
  return { ...list, newer: keepNewest(newer), left: keepNewest(left), rows: insertInOrder(stay, come, had, list.next !== null, params) };
}

/** Rows among rows, each where it belongs. Behind the last one that is loaded the next page brings it. */
function insertInOrder<Row extends RowWithId>(
  stay: readonly Row[],
  come: readonly Row[],
  had: ReadonlySet<string>,
  isMore: boolean,
  params: ListParams,
): readonly Row[] {
  if (come.length === 0) return stay;
  const compare = compareBy(params);
  const runs: (readonly Row[])[] = [];
  let from = 0;
  for (const row of come.toSorted(compare)) {
    const at = firstBehind(stay, (one) => compare(one, row) > 0, from);
    runs.push(stay.slice(from, at));
    if (at < stay.length || !isMore || had.has(row.id)) runs.push([row]);
    from = at;
  }
  return [...runs, stay.slice(from)].flat();
}

/** Binary search for the first row that sorts behind, or the end, since thousands of rows may be loaded. */
function firstBehind<Row>(rows: readonly Row[], isBehind: (row: Row) => boolean, from: number): number {
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(rows[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The list with its next page and the live changes since that page was read, which may belong to its rows. */
export function withPage<Row extends RowWithId>(
  list: List<Row>,
  params: ListParams,
  page: { readonly rows: readonly Row[]; readonly next: string | null; readonly ordinal: number } & Pick<List<Row>, 'inAlerts'>,
  changes: readonly Change[],
): List<Row> {
  const rowIds = new Set(list.rows.map(({ id }) => id));
  const since = changes.filter(({ ordinal }) => ordinal > page.ordinal);
  const newer = new Map(list.newer);
  for (const { id } of since) newer.delete(id);
  const rows = [...list.rows, ...page.rows.filter(({ id }) => !rowIds.has(id))];
  const inAlerts = page.inAlerts && { inAlerts: new Map([...(list.inAlerts ?? []), ...page.inAlerts]) };
  return mergeChanges({ ...list, ...inAlerts, rows, next: page.next, newer }, params, since);
}
