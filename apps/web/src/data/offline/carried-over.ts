import { hashKey, type QueryKey } from '@tanstack/react-query';

/** What is kept of one query, and when it was live, if not when all of it was kept: milliseconds. */
export type KeptEntry = readonly [QueryKey, unknown, number?];

export interface Kept {
  /** Milliseconds, this machine’s clock: it was live then. */
  readonly savedAt: number;
  readonly entries: readonly KeptEntry[];
}

/** So long a list is kept that is not shown any more. Milliseconds. */
const forAWhile = 3_600_000;

const personIn = (entries: Kept['entries']): unknown =>
  (entries.find(([[first]]) => first === 'session')?.[1] as { personId?: string } | undefined)?.personId;

/** The lists that an earlier visit of the same person showed and this one has not, as old as they are: loaded at another screen, the app still has them. */
export function carriedOver(before: Kept | null, entries: Kept['entries'], now: number): readonly KeptEntry[] {
  if (!before || personIn(before.entries) !== personIn(entries)) return [];
  const here = new Set(entries.map(([key]) => hashKey(key)));
  return before.entries.flatMap(([key, data, at = before.savedAt]): readonly KeptEntry[] =>
    key[0] === 'view' && key[2] === 'list' && at > now - forAWhile && !here.has(hashKey(key)) ? [[key, data, at]] : [],
  );
}
