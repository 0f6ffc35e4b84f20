import type { ScheduleRules } from '../rules-fold.js';
import type { ZoneOf } from '../shifts/layers.js';
import { loadZoneTable } from '../shifts/zone-table.js';

/** Finds zones in the schedule’s edition of the table. Throws for an unknown zone: recorded zones were checked. */
export function zonesOf({ zones }: Pick<ScheduleRules, 'zones'>): ZoneOf {
  const table = loadZoneTable(zones);
  return (name) => {
    const zone = table.zone(name);
    if (zone === undefined) throw new Error(`There is no zone ${name} in ${zones}.`);
    return zone;
  };
}
