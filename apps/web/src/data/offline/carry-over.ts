import { hashKey, type QueryKey } from '@tanstack/react-query';

/** Saved data of one query, and in milliseconds when it was live, if earlier than the save. */
export type SavedEntry = readonly [QueryKey, unknown, number?];

export interface SavedCache {
  /** Milliseconds, this machine’s clock: it was live then. */
  readonly savedAt: number;
  readonly entries: readonly SavedEntry[];
}

/** Milliseconds for which a list that is no longer shown is saved. */
const forAWhile = 3_600_000;

const personIn = (entries: SavedCache['entries']): unknown =>
  (entries.find(([[first]]) => first === 'session')?.[1] as { personId?: string } | undefined)?.personId;

/** Keeps an earlier visit’s saved lists that this visit has not loaded, with their age, so that they stay available. */
export function carryOver(before: SavedCache | null, entries: SavedCache['entries'], now: number): readonly SavedEntry[] {
  if (!before || personIn(before.entries) !== personIn(entries)) return [];
  const here = new Set(entries.map(([key]) => hashKey(key)));
  return before.entries.flatMap(([key, data, at = before.savedAt]): readonly SavedEntry[] =>
    key[0] === 'view' && key[2] === 'list' && at > now - forAWhile && !here.has(hashKey(key)) ? [[key, data, at]] : [],
  );
}
