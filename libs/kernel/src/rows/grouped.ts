/**
 * Groups a list by the keys of its items and caches the result for each list: scanning all items for each key is slow with hundreds. Lists are never
 * mutated, so the cache stays valid.
 */
export const indexBy = <Item>(
  keysOf: (item: Item) => readonly string[],
): ((items: readonly Item[]) => ReadonlyMap<string, readonly Item[]>) => {
  const cachedGroups = new WeakMap<readonly Item[], Map<string, Item[]>>();
  return (items) => {
    let groups = cachedGroups.get(items);
    if (groups) return groups;
    groups = new Map();
    for (const item of items) {
      for (const key of keysOf(item)) {
        const group = groups.get(key);
        if (!group) groups.set(key, [item]);
        else if (group.at(-1) !== item) group.push(item);
      }
    }
    cachedGroups.set(items, groups);
    return groups;
  };
};
