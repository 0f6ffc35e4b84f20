import { isErased } from '@tocsin/contracts/ids.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import type { Fields } from '@tocsin/contracts/versions.js';

/** One value that two versions have, at a path of names and, inside lists, numbers from 1. */
export interface Difference {
  /** The field of the row. */
  readonly field: string;
  readonly path: readonly string[];
  /** Undefined: there was none. */
  readonly before: Leaf | undefined;
  readonly after: Leaf | undefined;
}
export type Leaf = string | number | boolean | null;

/** Ids of the parts themselves say nothing to a reader. */
const hiddenKeys: ReadonlySet<string> = new Set(['stepId', 'layerId', 'ruleId', 'slotId']);

const collect = (value: unknown, path: readonly string[], into: Map<string, { path: readonly string[]; leaf: Leaf }>): void => {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null))
    into.set(path.join('\n'), { path, leaf: value.length === 0 ? null : value.join(', ') });
  else if (Array.isArray(value)) for (const [n, one] of value.entries()) collect(one, [...path, String(n + 1)], into);
  else if (isErased(value)) into.set(path.join('\n'), { path, leaf: '[erased]' });
  else if (value !== null && typeof value === 'object')
    for (const [key, one] of Object.entries(value)) {
      if (!hiddenKeys.has(key)) collect(one, [...path, key], into);
    }
  else into.set(path.join('\n'), { path, leaf: (value ?? null) as Leaf });
};

const leavesOf = (fields: Fields) => {
  const leaves = new Map<string, { path: readonly string[]; leaf: Leaf }>();
  collect(fields, [], leaves);
  return leaves;
};

/** What differs, in the order of the fields. */
export const differencesOf = (older: Fields, newer: Fields): readonly Difference[] => {
  const [before, after] = [leavesOf(older), leavesOf(newer)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const path = (was ?? is)!.path;
    return was?.leaf === is?.leaf ? [] : [{ field: path[0]!, path, before: was?.leaf, after: is?.leaf }];
  });
};

/** A text that is gone for good is not brought back. */
const isGoneText = (value: unknown): boolean => isErased(value) || value === redactedText;

export const idPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Why a field can’t be reverted; null: it can. `isThere`: whether something with this id still exists. */
export const barOf = (value: unknown, isThere: (id: string) => boolean): 'redacted' | 'gone' | null => {
  const leaves = [...leavesOf({ value }).entries()];
  if (isGoneText(value) || leaves.some(([, { leaf }]) => leaf === redactedText || leaf === '[erased]')) return 'redacted';
  const ids = leaves.flatMap(([, { leaf }]) => (typeof leaf === 'string' ? (leaf.match(idPattern) ?? []) : []));
  return ids.every(isThere) ? null : 'gone';
};
