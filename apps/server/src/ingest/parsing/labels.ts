import { hash } from 'node:crypto';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { asObject, asText, type JsonFields } from './lenient-fields.js';
import { note, cutToLength } from './text.js';

/** Converts labels to text: numbers become text, nulls are left out, excess is truncated and recorded. */
export const labelsOf = (source: unknown, cut: string[]): Record<string, string> => {
  const labels: Record<string, string> = {};
  const fields = asObject(source);
  if (!fields) return labels;
  let count = 0;
  for (const name of Object.keys(fields)) {
    const value = asText(fields[name]);
    if (value !== null && !addLabel(labels, name, value, ++count, cut)) break;
  }
  return labels;
};

const addLabel = (labels: Record<string, string>, name: string, value: string, count: number, cut: string[]): boolean => {
  if (count > integrationLimits.labelsPerAlert) {
    note('labels', cut);
    return false;
  }
  // assigning to this name would set the prototype instead of a property
  if (name !== '__proto__') {
    const short = cutToLength(asText(name)!, integrationLimits.labelCharacters, 'labels', cut);
    labels[short] = cutToLength(value, integrationLimits.labelCharacters, 'labels', cut);
  }
  return true;
};

/** The same 32 hex digits for the same labels in any order, before anything is cut. `more` is hashed first. */
export const hashOf = (source: JsonFields | null, ...more: readonly (string | null)[]): string => {
  const pairs: (readonly [string, string])[] = [];
  for (const name of Object.keys(source ?? {})) {
    const value = asText(source![name]);
    if (value !== null) pairs.push([name, value]);
  }
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([more, pairs])).slice(0, 32);
};
