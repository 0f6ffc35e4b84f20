/** The keys of a list, for the list that follows from it: in a storm each event adds a few to two thousand. */
const keySets = new WeakMap<readonly string[], Set<string>>();

/** The list with these keys added, each once. */
export const withKeys = (
  before: readonly string[],
  added: readonly string[],
): { readonly keys: readonly string[]; readonly has: (key: string) => boolean } => {
  const known = keySets.get(before) ?? new Set(before);
  // they belong to the new list from here on: the one before may be continued in another way
  keySets.delete(before);
  const keys = known.size === before.length ? [...before] : [...known];
  for (const key of added) {
    if (known.has(key)) continue;
    known.add(key);
    keys.push(key);
  }
  keySets.set(keys, known);
  return { keys, has: (key) => known.has(key) };
};
