import { dayOf, toInstant } from '@tocsin/kernel/time.js';

/** Groups things by a key and sorts the groups by it, so that the order is the same everywhere. */
export function byKey<T, Key extends string | number>(
  items: readonly T[],
  keyOf: (item: T) => Key,
): readonly (readonly [Key, readonly T[]])[] {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

export const toIdOrNull = (id: string): string | null => (id === '' ? null : id);

export const dateOf = (day: number): string => dayOf(toInstant(day * 86_400_000));
