import type { Recorded } from '@tocsin/contracts/envelope.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import { redactedText, type TextPath } from '@tocsin/contracts/redactions.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { textAt } from './redactions.js';

/** What a field of a row becomes that holds a text: as folded from an event that is read without it. */
const struck: Readonly<Record<string, unknown>> = { description: ERASED, title: redactedText, reason: ERASED, note: ERASED };

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** Strikes a text wherever a field of this name holds it, also in lists; the same value where none does. */
function struckIn(value: unknown, field: string, text: string): unknown {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const entries = Object.entries(value);
  const after = entries.map(([key, one]) => (key === field && one === text ? struck[field] : struckIn(one, field, text)));
  if (after.every((one, n) => one === entries[n]![1])) return value;
  return Array.isArray(value) ? after : Object.fromEntries(entries.map(([key], n) => [key, after[n]]));
}

/**
 * Takes a text that a person wrote out of the rows of memory that its event went into, before its key is destroyed: afterwards nobody knows any
 * more what to look for. Rows hold such a text in a field of the same name, as it was written, some in a list of theirs; one that was changed
 * since holds another.
 */
export const strikeText = (memory: MemoryRows, event: Recorded, path: TextPath): void => {
  const text = textAt(event.data, path);
  const field = path.at(-1)!;
  if (text === undefined || !(field in struck)) return;
  memory.amend(event, (row) => struckIn(row, field, text));
};
