/** Groups a list by the keys of its items, once for each list: scanning hundreds of items for each key is slow. Lists are never mutated. */
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
