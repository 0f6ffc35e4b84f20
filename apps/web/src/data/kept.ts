import type { SessionAnswer } from '@tocsin/contracts/http.js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { del, get, set } from 'idb-keyval';
import { keys } from './keys.js';
import { connectionNow, showKept } from './live.js';
import type { List, ListParams } from './merge.js';

/** What was shown last, kept in this browser for the person who saw it, until they sign out. */
interface Kept {
  /** Milliseconds, this machine’s clock: it was live then. */
  readonly savedAt: number;
  readonly entries: readonly (readonly [QueryKey, unknown])[];
}

const place = 'shown';
const saveEvery = 5_000;
/** Of a list; whole are only the small ones whose names are joined. */
const rowsKept = 200;
/** Groups that were opened, the last ones. */
const singleRowsKept = 60;

/** A list cut short is read again before anything is read behind its end. */
function cut(list: List, { all = false }: ListParams): List {
  const whole = { ...list, newer: new Map(), left: new Map() };
  return all || list.rows.length <= rowsKept ? whole : { ...whole, rows: list.rows.slice(0, rowsKept), next: 'cut', ordinal: 0 };
}

/** The session without what opens a door. */
const withoutToken = ({ token: _token, ...session }: SessionAnswer & { token?: string }) => session;

/** What of the cache is worth keeping: who I am, lists, counts, and the rows of groups that were opened. */
export function worthKeeping(client: QueryClient): Kept['entries'] {
  const known = client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined && state.data !== null });
  const rows = known
    .filter(({ queryKey: [first, , kind] }) => first === 'view' && kind === 'row')
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, singleRowsKept);
  const rest = known.flatMap(({ queryKey, state: { data } }): (readonly [QueryKey, unknown])[] => {
    const [first, , kind, params] = queryKey;
    if (first === keys.session[0]) return [[queryKey, withoutToken(data as SessionAnswer)]];
    if (first === keys.status[0] || (first === 'view' && kind === 'count')) return [[queryKey, data]];
    return first === 'view' && kind === 'list' ? [[queryKey, cut(data as List, params as ListParams)]] : [];
  });
  return [...rest, ...rows.map(({ queryKey, state }) => [queryKey, state.data] as const)];
}

/** Keeps what is shown while it is live, every few seconds and when the window is left. Nothing of somebody who is signed out. */
export function keepShown(client: QueryClient): () => void {
  let isChanged = true;
  const save = () => {
    if (!isChanged || connectionNow().state !== 'live' || !client.getQueryData(keys.session)) return;
    isChanged = false;
    // a browser that keeps nothing (a private window, a full disk) shows nothing offline, and works otherwise
    void set(place, { savedAt: Date.now(), entries: worthKeeping(client) } satisfies Kept).catch(() => undefined);
  };
  const forget = client.getQueryCache().subscribe(({ query }) => {
    isChanged = true;
    if (query.queryHash === '["session"]' && query.state.data === null) void forgetShown();
  });
  const timer = setInterval(save, saveEvery);
  const onHide = () => document.visibilityState === 'hidden' && save();
  document.addEventListener('visibilitychange', onHide);
  return () => {
    forget();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onHide);
  };
}

/** What was told live is not kept, whatever shape an earlier release gave it. */
const asNow = ([first, , kind]: QueryKey, data: unknown): unknown =>
  first === 'view' && kind === 'list' ? { ...(data as List), newer: new Map(), left: new Map() } : data;

/** Shows what was kept, as old as it is. False when nothing was. */
export async function restoreShown(client: QueryClient): Promise<boolean> {
  const kept = await get<Kept>(place).catch(() => undefined);
  if (!kept) return false;
  for (const [key, data] of kept.entries)
    if (client.getQueryData(key) === undefined) client.setQueryData(key, asNow(key, data), { updatedAt: kept.savedAt });
  showKept(kept.savedAt);
  return client.getQueryData(keys.session) != null && client.getQueryData(keys.status) != null;
}

export const forgetShown = (): Promise<void> => del(place).catch(() => undefined);
