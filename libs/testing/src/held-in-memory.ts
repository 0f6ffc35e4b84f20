import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';

/** All that memory holds, to be compared. */
export const heldInMemory = (memory: MemoryRows) => ({
  ...memory.course(),
  rows: Object.fromEntries(memory.views.map((view) => [view, [...memory.rows(view).entries()]])),
});
