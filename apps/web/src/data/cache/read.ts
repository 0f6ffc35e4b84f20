import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import { replaceEqualDeep, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api.js';
import { keys } from './keys.js';
import { mergeChanges, type Change, type RowWithId, type List, type ListParams } from './merge.js';
import { readTogether } from './read-together.js';
import { recentChanges, recentChangeOf } from './recent-changes.js';

export type RowOf<V extends ViewName> = ViewRow<V> & { readonly id: string };
export interface KnownRow<Row> {
  readonly row: Row | null;
  readonly ordinal: number;
}

interface Page<Row> {
  readonly rows: readonly { readonly row: Row }[];
  readonly next: string | null;
  readonly ordinal: number;
  readonly count?: number;
  readonly inAlerts?: readonly { readonly id: string; readonly text: string }[];
}

/** A page after the first, read on scrolling. */
const laterPage = 200;
/** Most rows that are read again after a lost connection; the rest is read on scrolling. */
const readAgainAtMost = 1_000;

/** Tokens of commands whose effect the next read of a view must show. */
const after = new Map<string, string>();

/** Views that keep no past: in the past there is nothing of them. */
const withoutPast: ReadonlySet<ViewName> = new Set(['arrivals', 'tokens', 'webhookCalls']);

/** Query string of a list request. */
export function queryOf({ where, from, to, q, sort, desc, at }: ListParams): URLSearchParams {
  const query = new URLSearchParams();
  for (const [column, values] of Object.entries(where ?? {})) values.forEach((value) => query.append(`where.${column}`, value));
  if (from) query.set('from.openedAt', from);
  if (to) query.set('to.openedAt', to);
  if (q) query.set('q', q);
  if (sort) query.set('sort', sort);
  if (desc) query.set('desc', '1');
  if (at !== undefined) query.set('at', String(at));
  return query;
}

/** Number of matching rows. */
export async function readCount(view: ViewName, params: ListParams, signal?: AbortSignal): Promise<{ count: number; ordinal: number }> {
  const query = queryOf(params);
  query.set('limit', '1');
  query.set('count', '1');
  const { count = 0, ordinal } = await readTogether<Page<unknown>>(`${view}?${query}`, signal);
  return { count, ordinal };
}

/** Reads one page of a view. `cursor`: from the previous page; null for the first. Throws ApiError. */
export async function readPage<V extends ViewName>(view: V, params: ListParams, cursor: string | null, signal?: AbortSignal) {
  if (params.at !== undefined && withoutPast.has(view)) return { rows: [] as RowOf<V>[], next: null, ordinal: params.at };
  const query = queryOf(params);
  query.set('limit', String(params.limit ?? (params.all || cursor ? laterPage : 50)));
  if (cursor) query.set('cursor', cursor);
  const token = after.get(view);
  if (token && params.at === undefined) query.set('after', token);
  const page = await readTogether<Page<RowOf<V>>>(`${view}?${query}`, signal);
  const { inAlerts, ...rest } = page;
  return {
    ...rest,
    rows: page.rows.map(({ row }) => row),
    ...(inAlerts ? { inAlerts: new Map(inAlerts.map(({ id, text }) => [id, text])) } : {}),
  };
}

/** Reads a list and applies the live changes that arrived meanwhile. `before`: the previous list; as many rows are read. */
export async function readList<V extends ViewName>(
  view: V,
  params: ListParams,
  signal?: AbortSignal,
  before?: List<RowOf<V>>,
): Promise<List<RowOf<V>>> {
  let page = await readPage(view, params, null, signal);
  const { ordinal } = page;
  const rows = [...page.rows];
  const inAlerts = new Map(page.inAlerts);
  const wanted = params.limit ? 0 : Math.min(before?.rows.length ?? 0, readAgainAtMost);
  while (page.next && (params.all || rows.length < wanted)) {
    page = await readPage(view, params, page.next, signal);
    rows.push(...page.rows);
    page.inAlerts?.forEach((text, id) => inAlerts.set(id, text));
  }
  const left = params.all || !before ? new Map<string, RowOf<V>>() : await readLeft(view, before, rows, page.next, signal);
  const list: List<RowOf<V>> = { rows: sameWhereEqual(before, rows), next: page.next, ordinal, newer: new Map(), left, inAlerts };
  return mergeChanges(list, params, recentChanges(view));
}

/** An unchanged row keeps its object, so that nothing that shows it renders again. */
function sameWhereEqual<Row extends RowWithId>(before: List<Row> | undefined, rows: readonly Row[]): readonly Row[] {
  if (!before) return rows;
  const known = new Map(before.rows.map((row) => [row.id, row]));
  return rows.map((row) => replaceEqualDeep(known.get(row.id), row));
}

/** Shown rows that no longer match, in their current state: they keep their place under the pointer. */
async function readLeft<V extends ViewName>(
  view: V,
  before: List<RowOf<V>>,
  rows: readonly RowWithId[],
  next: string | null,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, RowOf<V>>> {
  const here = new Set(rows.map(({ id }) => id));
  const compared = next === null ? before.rows : before.rows.slice(0, rows.length);
  const removed = [...compared, ...before.left.values()].map(({ id }) => id).filter((id) => !here.has(id));
  if (removed.length === 0) return new Map();
  const page = await readPage(view, { where: { id: removed.slice(0, laterPage) }, limit: laterPage }, null, signal);
  return new Map(page.rows.map((row) => [row.id, row]));
}

/** Not written yet, or removed: that is a valid answer. */
function toMissingRow(error: unknown): KnownRow<never> {
  if (error instanceof ApiError && error.code === 'request.not_found') return { row: null, ordinal: 0 };
  throw error;
}

/** Reads one row, live or as it was; if the socket sent a newer one meanwhile, that one. Throws ApiError. */
export async function readRow<V extends ViewName>(
  view: V,
  id: string,
  token?: string,
  signal?: AbortSignal,
  at?: number,
): Promise<KnownRow<RowOf<V>>> {
  if (at !== undefined && withoutPast.has(view)) return { row: null, ordinal: 0 };
  const wait = token ?? after.get(view);
  const query = at !== undefined ? `?at=${at}` : wait ? `?after=${encodeURIComponent(wait)}` : '';
  const { row, ordinal } = await readTogether<KnownRow<RowOf<V>>>(`${view}/${id}${query}`, signal).catch(toMissingRow);
  const recent = at === undefined ? recentChangeOf(view, id) : undefined;
  return recent && recent.ordinal > ordinal ? { row: recent.row as RowOf<V> | null, ordinal: recent.ordinal } : { row, ordinal };
}

/** Merges changed rows into every list and screen of their view. Changes older than the list are dropped. */
export function applyChange(client: QueryClient, changes: readonly Change[]): void {
  for (const view of new Set(changes.map((change) => change.view))) {
    const ofView = changes.filter((change) => change.view === view);
    for (const [key, list] of client.getQueriesData<List>({ queryKey: keys.lists(view) })) {
      if (!list) continue;
      const params = key[3] as ListParams;
      if (params.q !== undefined && params.at === undefined) searchAgain(client, key);
      const merged = mergeChanges(list, params, ofView);
      if (merged !== list) client.setQueryData(key, merged);
    }
    // a row may have a value that is not counted yet
    for (const [key] of client.getQueriesData({ queryKey: keys.counts(view) })) searchAgain(client, key);
  }
  for (const { view, id, row, ordinal } of changes)
    client.setQueryData<KnownRow<unknown>>(keys.row(view, id), (known) => (known && ordinal > known.ordinal ? { row, ordinal } : known));
}

/** Milliseconds within which changes lead to one reading of a searched or counted list. */
const searchPause = 1_500;
const searchingAgain = new Set<string>();

/** Rows changed: what is searched or counted, if it is shown, is read again before long, because only the server knows what matches. */
function searchAgain(client: QueryClient, queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey);
  if (searchingAgain.has(name)) return;
  searchingAgain.add(name);
  setTimeout(() => {
    searchingAgain.delete(name);
    void client.invalidateQueries({ queryKey, exact: true });
  }, searchPause);
}

/** An alert group that some list shows: there before it is read, and without a network. */
export function shownGroup(client: QueryClient, fits: (row: AlertGroupRow) => boolean): AlertGroupRow | undefined {
  for (const [key, list] of client.getQueriesData<List<AlertGroupRow>>({ queryKey: keys.lists('alertGroups') })) {
    if ((key[3] as ListParams).at !== undefined) continue;
    const row = list?.rows.find(fits) ?? [...(list?.left.values() ?? [])].find(fits);
    if (row) return row;
  }
  return undefined;
}

/** Resolves when the screen shows the effect of a command: reads the views of its streams with its token. */
export async function readBack(client: QueryClient, token: string, streams: CommandAccepted['streams']): Promise<void> {
  await Promise.all(streams.flatMap(({ stream, views }) => views.map((view) => readBackView(client, view as ViewName, stream, token))));
}

async function readBackView(client: QueryClient, view: ViewName, stream: string, token: string): Promise<void> {
  if (!stream.startsWith('alertGroup-')) return readAgain(client, view, token);
  const id = stream.slice(stream.indexOf('-') + 1);
  if (view !== 'alertGroups' && !client.getQueryData(keys.row(view, id))) return;
  const { row, ordinal } = await readRow(view, id, token);
  applyChange(client, [{ view, id, row, ordinal }]);
}

/** Reads all that is shown of a view again, not before it has seen the command of this token. */
export async function readAgain(client: QueryClient, view: ViewName, token: string): Promise<void> {
  after.set(view, token);
  try {
    await client.invalidateQueries({ queryKey: keys.view(view) });
  } finally {
    if (after.get(view) === token) after.delete(view);
  }
}
