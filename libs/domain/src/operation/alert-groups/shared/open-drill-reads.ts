import type { DrillRow } from '@tocsin/contracts/drills/noun.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

/** A drill that is planned or running. */
export interface OpenDrillRow extends DrillRow {
  /** The events that its timers are planned by. */
  readonly planEvent: string;
  readonly startEvent: string | null;
}
export interface OpenDrillReads {
  /** One at most. */
  readonly openDrills: Rows<OpenDrillRow>;
}

export const openDrillReads = (memory: MemoryRows): OpenDrillReads => ({ openDrills: memory.rows('openDrills') });
