type Keys = readonly string[];
type Holder = Record<string, unknown>;

const split = new Map<string, Keys>();

/** `owner.email` → `['owner', 'email']`; paths lead through objects, never through lists. The contracts name a handful of paths: each is split once. */
export const keysOf = (path: string): Keys => {
  let keys = split.get(path);
  if (!keys) split.set(path, (keys = path.split('.')));
  return keys;
};

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** Undefined when a part of the way is missing. */
export const valueAt = (data: unknown, keys: Keys): unknown => {
  let value = data;
  for (const key of keys) {
    if (!isHolder(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
};

/** A copy with another value there; what is beside the way is shared with the original. The way must exist. */
export const withValueAt = (data: unknown, keys: Keys, value: unknown, depth = 0): unknown => {
  if (depth === keys.length) return value;
  const key = keys[depth]!;
  const holder = data as Holder;
  return { ...holder, [key]: withValueAt(holder[key], keys, value, depth + 1) };
};

/** Writes into `data` itself. A way that does not exist is left alone. */
export const putAt = (data: unknown, keys: Keys, value: unknown): void => {
  const holder = valueAt(data, keys.slice(0, -1));
  if (isHolder(holder)) holder[keys.at(-1)!] = value;
};
