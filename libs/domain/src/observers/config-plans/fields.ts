import { deriveNamedId } from '@tocsin/kernel/ids.js';

/** Settings of a thing by path, in one form for files and server: ids instead of names, lists without an order sorted. */
export type Fields = ReadonlyMap<string, unknown>;

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null';

export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/** What is remembered of a file’s value: enough to see whether it changed. */
export const hashOfValue = (value: unknown): string => deriveNamedId('config-value', textOf(value)).slice(0, 13);

export const hashesOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries([...fields].map(([path, value]) => [path, hashOfValue(value)]));

/** A value as people read it: names instead of ids. */
export const readable = (value: unknown, labelOf: (id: string) => string): string => {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => readable(one, labelOf)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null && inner !== false)
      .map(([name, inner]) => `${name} ${readable(inner, labelOf)}`)
      .join(' ');
  return typeof value === 'string' ? labelOf(value) || '“”' : `${value as number}`;
};
