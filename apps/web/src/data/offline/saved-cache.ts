import type { QueryClient } from '@tanstack/react-query';
import { del, get, set } from 'idb-keyval';
import type { SavedCache } from './carry-over.js';
import { keys } from '../cache/keys.js';
import { showSaved } from '../cache/live.js';

// Cache of the last screens, stored per person in this browser until sign-out.

const place = 'shown';

/** Shows the saved data with its age. False if there was none. */
export async function restoreCache(client: QueryClient): Promise<boolean> {
  const saved = await readSaved();
  if (!saved) return false;
  for (const [key, data, at = saved.savedAt] of saved.entries)
    if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: at });
  // the age of its oldest entry
  showSaved(Math.min(...saved.entries.map(([, , at = saved.savedAt]) => at)));
  return client.getQueryData(keys.session) != null && client.getQueryData(keys.status) != null;
}

export const readSaved = (): Promise<SavedCache | null> =>
  get<SavedCache>(place).then(
    (saved) => saved ?? null,
    () => null,
  );

// without storage (a private window, a full disk) there is no offline data; everything else works
export const writeSaved = (saved: SavedCache): Promise<void> => set(place, saved).catch(() => undefined);

export const forgetSaved = (): Promise<void> => del(place).catch(() => undefined);
