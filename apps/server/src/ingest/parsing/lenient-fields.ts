import { toOneLine, toWellFormed } from './text.js';

/** Lenient reading of JSON from senders: a value of the wrong type is converted where possible and otherwise left out. */

export type JsonFields = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): JsonFields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : null;

export const asList = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

/** Text, or the text of a number or boolean, or the JSON of an object; null when there is nothing. */
export const asText = (value: unknown): string | null => {
  if (typeof value === 'string') return toWellFormed(value);
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? String(value) : asJson(value);
};

/** Like `asText`, trimmed; null when nothing is left. */
export const asTrimmedText = (value: unknown): string | null => {
  const text = asText(value);
  if (text === null) return null;
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
};

/** Like `asTrimmedText`, on one line; null when nothing is left. */
export const asLine = (value: unknown): string | null => {
  const text = asText(value);
  return text === null ? null : toOneLine(text) || null;
};

/** The JSON of a value from JSON.parse, which can parse deeper nesting than JSON.stringify can write: that becomes null. */
export const asJson = (value: {}): string | null => {
  try {
    return toWellFormed(JSON.stringify(value));
  } catch {
    return null;
  }
};

/** An object as JSON, or a text unchanged; null when it is empty. */
export const asDetails = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null) return asTrimmedText(value);
  return Object.keys(value).length === 0 ? null : asJson(value);
};

/** The first of these fields that says something, on one line. */
export const firstLine = (fields: JsonFields, ...names: readonly string[]): string | null =>
  names.reduce<string | null>((found, name) => found ?? asLine(fields[name]), null);
