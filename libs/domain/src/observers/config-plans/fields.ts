import { deriveNamedId } from '@tocsin/kernel/ids.js';

/** Settings of a thing by path, in one form for files and server: ids instead of names, lists without an order sorted. */
export type Fields = ReadonlyMap<string, unknown>;

/** A list whose order means nothing. It is read by its texts: ids of people who are invited differ from plan to plan. */
export class Unordered<Value> extends Array<Value> {
  static listing<Value>(...values: readonly Value[]): Unordered<Value> {
    const list = new Unordered<Value>();
    for (const value of values) list.push(value);
    return list;
  }
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null';

export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/** What is remembered of a file’s value: enough to see whether it changed. */
export const hashOfValue = (value: unknown): string => deriveNamedId('config-value', textOf(value)).slice(0, 13);

export const hashesOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries([...fields].map(([path, value]) => [path, hashOfValue(value)]));

/** A value as people read it: names instead of ids. */
export const readable = (value: unknown, labelOf: (id: string) => string): string => {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) {
    const texts = Array.from(value, (one) => readable(one, labelOf));
    return texts.length === 0 ? 'none' : (value instanceof Unordered ? texts.toSorted() : texts).join(', ');
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null && inner !== false)
      .map(([name, inner]) => `${name} ${readable(inner, labelOf)}`)
      .join(' ');
  return typeof value === 'string' ? labelOf(value) || '“”' : `${value as number}`;
};
