import { hash } from 'node:crypto';
import { limits } from '@tocsin/contracts/limits.js';
import { asObject, asText, type Fields } from './lenient.js';
import { note, within } from './text.js';

/** Converts labels to text: numbers become text, nulls are left out, excess is truncated and recorded. */
export const labelsOf = (given: unknown, cut: string[]): Record<string, string> => {
  const labels: Record<string, string> = {};
  const fields = asObject(given);
  if (!fields) return labels;
  let count = 0;
  for (const name of Object.keys(fields)) {
    const value = asText(fields[name]);
    if (value !== null && !addLabel(labels, name, value, ++count, cut)) break;
  }
  return labels;
};

const addLabel = (labels: Record<string, string>, name: string, value: string, count: number, cut: string[]): boolean => {
  if (count > limits.labelsPerAlert) {
    note('labels', cut);
    return false;
  }
  // assigning to this name would set the prototype instead of a property
  if (name !== '__proto__') {
    const short = within(asText(name)!, limits.labelCharacters, 'labels', cut);
    labels[short] = within(value, limits.labelCharacters, 'labels', cut);
  }
  return true;
};

/** The same 32 hex digits for the same labels in any order, before anything is cut. `more` is hashed first. */
export const hashOf = (given: Fields | null, ...more: readonly (string | null)[]): string => {
  const pairs: (readonly [string, string])[] = [];
  for (const name of Object.keys(given ?? {})) {
    const value = asText(given![name]);
    if (value !== null) pairs.push([name, value]);
  }
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([more, pairs])).slice(0, 32);
};
