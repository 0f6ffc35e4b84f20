import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { del, get, set } from 'idb-keyval';
import type { Kept } from './carried-over.js';
import { keys } from '../cache/keys.js';
import { showKept } from '../cache/live.js';
import type { List } from '../cache/merge.js';

// What was shown last, kept in this browser for the person who saw it, until they sign out.

const place = 'shown';

/** What was told live is not kept, whatever shape an earlier release gave it. */
const asNow = ([first, , kind]: QueryKey, data: unknown): unknown =>
  first === 'view' && kind === 'list' ? { ...(data as List), newer: new Map(), left: new Map() } : data;

/** Shows what was kept, as old as it is. False when nothing was. */
export async function restoreShown(client: QueryClient): Promise<boolean> {
  const kept = await readKept();
  if (!kept) return false;
  for (const [key, data, at = kept.savedAt] of kept.entries)
    if (client.getQueryData(key) === undefined) client.setQueryData(key, asNow(key, data), { updatedAt: at });
  // as old as the oldest of it
  showKept(Math.min(...kept.entries.map(([, , at = kept.savedAt]) => at)));
  return client.getQueryData(keys.session) != null && client.getQueryData(keys.status) != null;
}

export const readKept = (): Promise<Kept | null> =>
  get<Kept>(place).then(
    (kept) => kept ?? null,
    () => null,
  );

// without storage (a private window, a full disk) there is no offline data; everything else works
export const keep = (kept: Kept): Promise<void> => set(place, kept).catch(() => undefined);

export const forgetShown = (): Promise<void> => del(place).catch(() => undefined);
