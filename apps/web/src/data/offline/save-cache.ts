import type { SessionAnswer } from '@tocsin/contracts/http.js';
import type { QueryClient } from '@tanstack/react-query';
import { carryOver, type SavedCache, type SavedEntry } from './carry-over.js';
import { forgetSaved, writeSaved, readSaved } from './saved-cache.js';
import { keys } from '../cache/keys.js';
import { connection } from '../cache/live.js';
import type { List, ListParams } from '../cache/merge.js';

const saveInterval = 5_000;
/** Largest list that is persisted. Full lists are stored only for small views whose names other rows need. */
const maxRows = 200;
/** Groups that were opened, the last ones. */
const maxSingleRows = 60;

/** A list cut short is read again before anything is read behind its end. */
function cut(list: List, { all = false }: ListParams): List {
  const whole = { ...list, newer: new Map(), left: new Map() };
  return all || list.rows.length <= maxRows ? whole : { ...whole, rows: list.rows.slice(0, maxRows), next: 'cut', ordinal: 0 };
}

const withoutToken = ({ token: _token, ...session }: SessionAnswer & { token?: string }) => session;

/** Selects the cache entries to persist: the session, lists, counts and opened groups. */
function worthKeeping(client: QueryClient): SavedCache['entries'] {
  const known = client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined && state.data !== null });
  const rows = known
    .filter(({ queryKey: [first, , kind] }) => first === 'view' && kind === 'row')
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, maxSingleRows);
  const rest = known.flatMap(({ queryKey, state: { data } }): SavedEntry[] => {
    const [first, , kind, params] = queryKey;
    if (first === keys.session[0]) return [[queryKey, withoutToken(data as SessionAnswer)]];
    if (first === keys.status[0] || (first === 'view' && kind === 'count')) return [[queryKey, data]];
    return first === 'view' && kind === 'list' && (params as ListParams).at === undefined
      ? [[queryKey, cut(data as List, params as ListParams)]]
      : [];
  });
  return [...rest, ...rows.map(({ queryKey, state }) => [queryKey, state.data] as const)];
}

/** Saves the displayed data while it is live, every few seconds and when the window is left. Nothing is saved after sign-out. */
export function saveCache(client: QueryClient): () => void {
  if (client.getQueryData(keys.session) === null) void forgetSaved();
  let isChanged = true;
  /** Undefined until it is read. */
  let before: SavedCache | null | undefined;
  void readSaved().then((saved) => (before ??= saved));
  const save = () => {
    if (!isChanged || before === undefined || connection.now().state !== 'live' || !client.getQueryData(keys.session)) return;
    isChanged = false;
    const [savedAt, entries] = [Date.now(), worthKeeping(client)];
    before = { savedAt, entries: [...entries, ...carryOver(before, entries, savedAt)] };
    void writeSaved(before);
  };
  const forget = client.getQueryCache().subscribe(({ query }) => {
    isChanged = true;
    if (query.queryHash !== '["session"]' || query.state.data !== null) return;
    before = null;
    void forgetSaved();
  });
  const timer = setInterval(save, saveInterval);
  const onHide = () => document.visibilityState === 'hidden' && save();
  document.addEventListener('visibilitychange', onHide);
  return () => {
    forget();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onHide);
  };
}
