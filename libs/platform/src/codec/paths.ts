type PathKeys = readonly string[];
type JsonObject = Record<string, unknown>;

const split = new Map<string, PathKeys>();

/** `owner.email` → `['owner', 'email']`; with an index where the path goes through a list. Cached: the contracts have few paths. */
export const keysOf = (path: string): PathKeys => {
  let keys = split.get(path);
  if (!keys) split.set(path, (keys = path.split('.')));
  return keys;
};

const isHolder = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** Undefined when a part of the path is missing. */
export const getValueAt = (data: unknown, keys: PathKeys): unknown => {
  let value = data;
  for (const key of keys) {
    if (!isHolder(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
};

/** All paths in this data that match a path with stars: `services.*.name` → `services.0.name`, `services.1.name`. */
export const findPathsAt = (data: unknown, path: string): readonly string[] => {
  const star = path.indexOf('.*.');
  if (star < 0) return [path];
  const list = getValueAt(data, path.slice(0, star).split('.'));
  if (!Array.isArray(list)) return [];
  return list.flatMap((_, index) => findPathsAt(data, `${path.slice(0, star)}.${index}.${path.slice(star + 3)}`));
};

/** A copy with another value at this path; the rest is shared with the original. The path must exist. */
export const withValueAt = (data: unknown, keys: PathKeys, value: unknown, depth = 0): unknown => {
  if (depth === keys.length) return value;
  const key = keys[depth]!;
  const holder = data as JsonObject;
  const inner = withValueAt(holder[key], keys, value, depth + 1);
  return Array.isArray(holder) ? holder.with(Number(key), inner) : { ...holder, [key]: inner };
};

/** Changes `data` in place. Does nothing when the path does not exist. */
export const putAt = (data: unknown, keys: PathKeys, value: unknown): void => {
  const holder = getValueAt(data, keys.slice(0, -1));
  if (isHolder(holder)) holder[keys.at(-1)!] = value;
};
