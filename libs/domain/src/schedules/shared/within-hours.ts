import type { WeeklyHours } from '@tocsin/contracts/hours.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { coverage } from '../shifts/coverage.js';
import { latestZoneTable } from '../shifts/zone-table.js';

export const hasZone = (timeZone: string): boolean => latestZoneTable().zone(timeZone) !== undefined;

/** Whether an instant is within weekly hours, and the edition of the zone table used. Undefined for an unknown zone. */
export const withinHours = (
  { timeZone, times }: WeeklyHours,
  at: string,
): { readonly isInside: boolean; readonly zones: string } | undefined => {
  const table = latestZoneTable();
  const zone = table.zone(timeZone);
  if (!zone) return undefined;
  const now = toMillis(at);
  return { isInside: coverage(times, zone, { from: now, to: now + 1 }).length > 0, zones: table.version };
};

/** The instants of an interval at which such hours begin or end; none for an unknown zone. */
export const edgesOfHours = ({ timeZone, times }: WeeklyHours, from: string, to: string): readonly string[] => {
  const zone = latestZoneTable().zone(timeZone);
  const covered = zone ? coverage(times, zone, { from: toMillis(from), to: toMillis(to) }) : [];
  return covered.flatMap((one) => [toInstant(one.from), toInstant(one.to)]);
};
