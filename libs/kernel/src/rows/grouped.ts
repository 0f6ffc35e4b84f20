/**
 * Groups a list by the keys of its items, once for each list: a view is asked for one key after the other of the same event, and
 * looking through all items for each of them is slow where there are hundreds. Lists are never changed, so what was grouped stays true.
 */
export const groupedBy = <Item>(
  keysOf: (item: Item) => readonly string[],
): ((items: readonly Item[]) => ReadonlyMap<string, readonly Item[]>) => {
  const known = new WeakMap<readonly Item[], Map<string, Item[]>>();
  return (items) => {
    let groups = known.get(items);
    if (groups) return groups;
    groups = new Map();
    for (const item of items) {
      for (const key of keysOf(item)) {
        const group = groups.get(key);
        if (!group) groups.set(key, [item]);
        else if (group.at(-1) !== item) group.push(item);
      }
    }
    known.set(items, groups);
    return groups;
  };
};
