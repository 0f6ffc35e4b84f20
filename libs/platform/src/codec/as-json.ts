type JsonParts = Readonly<Record<string | number, unknown>>;
const partOf = (before: unknown, key: string | number): unknown =>
  typeof before === 'object' && before !== null && Object.hasOwn(before, key) ? (before as JsonParts)[key] : undefined;

/** Whether a value survives JSON unchanged. Parts shared with `before`, which is known to, are not checked again. */
export const isAsJson = (value: unknown, before?: unknown): boolean => {
  if (value === before) return value !== undefined;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every((item, index) => isAsJson(item, partOf(before, index))) && !value.includes(undefined);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key of Object.keys(value)) if (!isAsJson((value as JsonParts)[key], partOf(before, key))) return false;
  return true;
};
