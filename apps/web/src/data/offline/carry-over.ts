import { hashKey, type QueryKey } from '@tanstack/react-query';

/** What is kept of one query, and when it was live, if not when all of it was kept: milliseconds. */
export type SavedEntry = readonly [QueryKey, unknown, number?];

export interface SavedCache {
  /** Milliseconds, this machine’s clock: it was live then. */
  readonly savedAt: number;
  readonly entries: readonly SavedEntry[];
}

/** So long a list is kept that is not shown any more. Milliseconds. */
const forAWhile = 3_600_000;

const personIn = (entries: SavedCache['entries']): unknown =>
  (entries.find(([[first]]) => first === 'session')?.[1] as { personId?: string } | undefined)?.personId;

/** The lists that an earlier visit of the same person showed and this one has not, as old as they are: loaded at another screen, the app still has them. */
export function carryOver(before: SavedCache | null, entries: SavedCache['entries'], now: number): readonly SavedEntry[] {
  if (!before || personIn(before.entries) !== personIn(entries)) return [];
  const here = new Set(entries.map(([key]) => hashKey(key)));
  return before.entries.flatMap(([key, data, at = before.savedAt]): readonly SavedEntry[] =>
    key[0] === 'view' && key[2] === 'list' && at > now - forAWhile && !here.has(hashKey(key)) ? [[key, data, at]] : [],
  );
}
