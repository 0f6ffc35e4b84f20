import { firstEdition } from '@tocsin/contracts/schedules/zone-tables.js';
import { hasZoneTable, loadLatestZoneTable, loadZoneTable } from '../shifts/zone-table.js';
import type { Zone } from '../shifts/zone.js';

export type { Zone } from '../shifts/zone.js';

/** The clock of a zone, by the newest table; undefined for a zone that it does not know. */
export const findLatestZone = (name: string): Zone | undefined => loadLatestZoneTable().zone(name);

/** By an edition; by the newest one where a later release of Tocsin wrote it. */
export const findZone = (zones: string, name: string): Zone | undefined =>
  (hasZoneTable(zones) ? loadZoneTable(zones) : loadLatestZoneTable()).zone(name);

/** The newest edition, where times of a zone are computed by an older one; else null. What a later release wrote is kept. */
export const newerEdition = (zones: string, name: string): string | null => {
  const newest = loadLatestZoneTable();
  return newest.version !== zones && hasZoneTable(zones) && newest.zone(name) !== undefined ? newest.version : null;
};

/** What facts say of the edition by which their times are computed from now on: nothing of the first. */
export const newestEdition = (): { readonly zones?: string } => {
  const { version } = loadLatestZoneTable();
  return version === firstEdition ? {} : { zones: version };
};
