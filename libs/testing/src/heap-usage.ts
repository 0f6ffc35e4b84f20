import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';

/** The whole content of memory, for comparison. */
export const measureHeap = (memory: MemoryRows) => ({
  ...memory.course(),
  rows: Object.fromEntries(memory.views.map((view) => [view, [...memory.rows(view).entries()]])),
});
