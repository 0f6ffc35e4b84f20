/** Groups things by a key and sorts the groups by it, so that the order is the same everywhere. */
export function byKey<T, Key extends string | number>(
  things: readonly T[],
  keyOf: (thing: T) => Key,
): readonly (readonly [Key, readonly T[]])[] {
  const groups = new Map<Key, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

export const idOrNull = (id: string): string | null => (id === '' ? null : id);
