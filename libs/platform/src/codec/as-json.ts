type JsonParts = Readonly<Record<string, unknown>>;
const partOf = (before: unknown, key: string): unknown =>
  typeof before === 'object' && before !== null && Object.hasOwn(before, key) ? (before as JsonParts)[key] : undefined;

/** Items move within a list, so they are compared with all items of the list before. */
const isListAsJson = (list: readonly unknown[], before: unknown): boolean => {
  let known: ReadonlySet<unknown> | undefined;
  for (const item of list) {
    if (typeof item === 'string') continue;
    known ??= new Set(Array.isArray(before) ? before : []);
    if (!(item !== undefined && known.has(item)) && !isAsJson(item)) return false;
  }
  return true;
};

/** Whether a value survives JSON unchanged. Parts shared with `before`, which is known to survive, are not checked again. */
export const isAsJson = (value: unknown, before?: unknown): boolean => {
  if (value === before) return value !== undefined;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return isListAsJson(value, before);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key of Object.keys(value)) if (!isAsJson((value as JsonParts)[key], partOf(before, key))) return false;
  return true;
};
