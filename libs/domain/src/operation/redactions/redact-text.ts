import type { Recorded } from '@tocsin/contracts/envelope.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import { redactedText, type TextPath } from '@tocsin/contracts/redactions/noun.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { textOf } from './redactions.js';

/** The replacement for a redacted text, by field: what folding an event without the text would give. */
const replacements: Readonly<Record<string, unknown>> = {
  description: ERASED,
  title: redactedText,
  reason: ERASED,
  note: ERASED,
  text: ERASED,
};

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** Replaces the text in every field of this name, also in lists; returns the same value when none contains it. */
function replaceIn(value: unknown, field: string, text: string): unknown {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const entries = Object.entries(value);
  const after = entries.map(([key, one]) => (key === field && one === text ? replacements[field] : replaceIn(one, field, text)));
  if (after.every((one, n) => one === entries[n]![1])) return value;
  return Array.isArray(value) ? after : Object.fromEntries(entries.map(([key], n) => [key, after[n]]));
}

/**
 * Removes a text that a person wrote from the memory rows of its event, before its key is destroyed: afterwards the
 * text to look for is unknown. Rows hold such a text in a field of the same name, unchanged, some inside a list; a text
 * that was edited since is another one.
 */
export const redactText = (memory: MemoryRows, event: Recorded, path: TextPath): void => {
  const text = textOf(event.data, path);
  const field = path.at(-1)!;
  if (text === undefined || !(field in replacements)) return;
  memory.amend(event, (row) => replaceIn(row, field, text));
};
