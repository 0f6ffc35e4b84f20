import type { Recorded } from '@tocsin/contracts/envelope.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import { redactedText, type TextPath } from '@tocsin/contracts/redactions.js';
import type { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import { textAt } from './redactions.js';

/** What a field of a row becomes that holds a text: as folded from an event that is read without it. */
const struck: Readonly<Record<string, unknown>> = { description: ERASED, title: redactedText };

/**
 * Takes a text that a person wrote out of the rows of memory that its event went into, before its key is destroyed: afterwards nobody knows any
 * more what to look for. Rows hold such a text in a field of the same name, as it was written; one that was changed since holds another.
 */
export const strikeText = (memory: MemoryRows, event: Recorded, path: TextPath): void => {
  const text = textAt(event.data, path);
  const field = path.at(-1)!;
  if (text === undefined || !(field in struck)) return;
  memory.amend(event, (row) => ((row as Record<string, unknown>)[field] === text ? { ...(row as object), [field]: struck[field] } : row));
};
