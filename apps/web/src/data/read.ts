import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { QueryClient } from '@tanstack/react-query';
import { api, ApiError } from './api.js';
import { keys } from './keys.js';
import { toldLately } from './live.js';
import { mergeChange, type Change, type List, type ListParams } from './merge.js';

export type RowOf<V extends ViewName> = ViewRow<V> & { readonly id: string };
export interface KnownRow<Row> {
  readonly row: Row | null;
  readonly ordinal: number;
}

interface Page<Row> {
  readonly rows: readonly { readonly row: Row }[];
  readonly next: string | null;
  readonly ordinal: number;
}

/** Tokens of commands whose effect the next read of a view must show. */
const after = new Map<string, string>();

/** One page of a view; `cursor` from the page before. */
export async function readPage<V extends ViewName>(view: V, params: ListParams, cursor: string | null, signal?: AbortSignal) {
  const query = new URLSearchParams();
  for (const [column, values] of Object.entries(params.where ?? {})) values.forEach((value) => query.append(`where.${column}`, value));
  if (params.sort) query.set('sort', params.sort);
  if (params.desc) query.set('desc', '1');
  query.set('limit', String(params.limit ?? (params.all ? 200 : 50)));
  if (cursor) query.set('cursor', cursor);
  const token = after.get(view);
  if (token) query.set('after', token);
  const page = await api<Page<RowOf<V>>>('GET', `/views/${view}?${query}`, signal ? { signal } : {});
  return { ...page, rows: page.rows.map(({ row }) => row) };
}

/** A list, brought up to date with what was told while it was on its way. */
export async function readList<V extends ViewName>(view: V, params: ListParams, signal?: AbortSignal): Promise<List<RowOf<V>>> {
  let page = await readPage(view, params, null, signal);
  const { ordinal } = page;
  const rows = [...page.rows];
  while (params.all && page.next) {
    page = await readPage(view, params, page.next, signal);
    rows.push(...page.rows);
  }
  const list: List<RowOf<V>> = { rows, next: page.next, ordinal, newer: {}, left: {} };
  return toldLately(view).reduce((sofar, change) => mergeChange(sofar, params, change), list);
}

/** Nobody has written it yet, or it is gone: that is an answer, too. */
function nothingThere(error: unknown): KnownRow<never> {
  if (error instanceof ApiError && error.code === 'request.not_found') return { row: null, ordinal: 0 };
  throw error;
}

/** One row, or the newer one that was told while it was on its way. */
export async function readRow<V extends ViewName>(view: V, id: string, token?: string, signal?: AbortSignal): Promise<KnownRow<RowOf<V>>> {
  const wait = token ?? after.get(view);
  const query = wait ? `?after=${encodeURIComponent(wait)}` : '';
  const { row, ordinal } = await api<KnownRow<RowOf<V>>>('GET', `/views/${view}/${id}${query}`, signal ? { signal } : {}).catch(
    nothingThere,
  );
  const told = toldLately(view).findLast((change) => change.id === id);
  return told && told.ordinal > ordinal ? { row: told.row as RowOf<V> | null, ordinal: told.ordinal } : { row, ordinal };
}

/** Puts a changed row into every list and screen that shows its view. Older changes than what is shown are dropped. */
export function tell(client: QueryClient, change: Change): void {
  for (const [key, list] of client.getQueriesData<List>({ queryKey: keys.lists(change.view) })) {
    if (!list) continue;
    const merged = mergeChange(list, key[3] as ListParams, change);
    if (merged !== list) client.setQueryData(key, merged);
  }
  client.setQueryData<KnownRow<unknown>>(keys.row(change.view, change.id), (known) =>
    known && change.ordinal > known.ordinal ? { row: change.row, ordinal: change.ordinal } : known,
  );
}

/** Which views show what is written on a stream, by the first word of its name. */
const shownBy: Record<string, readonly ViewName[]> = {
  alertGroup: ['alertGroups', 'ladders', 'alerts'],
  team: ['teams', 'services', 'integrations', 'policies'],
  person: ['contacts'],
  people: ['people'],
  organisation: ['organisation'],
};

/** Waits until the screen shows what a command did: reads the touched rows back with its token. */
export async function readBack(client: QueryClient, token: string, streams: readonly { stream: string }[]): Promise<void> {
  await Promise.all(
    streams.flatMap(({ stream }) => (shownBy[stream.split('-')[0]!] ?? []).map((view) => readBackView(client, view, stream, token))),
  );
}

async function readBackView(client: QueryClient, view: ViewName, stream: string, token: string): Promise<void> {
  if (!stream.startsWith('alertGroup-')) return readAgain(client, view, token);
  const id = stream.slice(stream.indexOf('-') + 1);
  if (view !== 'alertGroups' && !client.getQueryData(keys.row(view, id))) return;
  const { row, ordinal } = await readRow(view, id, token);
  tell(client, { view, id, row, ordinal });
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
