import { loadLatestZoneTable } from '../shifts/zone-table.js';
import type { Zone } from '../shifts/zone.js';

export type { Zone } from '../shifts/zone.js';

/** The clock of a zone, by the newest table; undefined for a zone that it does not know. */
export const findLatestZone = (name: string): Zone | undefined => loadLatestZoneTable().zone(name);
