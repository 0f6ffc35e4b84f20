import type { WeeklyHours } from '@tocsin/contracts/hours.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { computeCoverage } from '../shifts/coverage.js';
import { loadLatestZoneTable } from '../shifts/zone-table.js';

export const hasZone = (timeZone: string): boolean => loadLatestZoneTable().zone(timeZone) !== undefined;

/** Whether an instant is within weekly hours, and the edition of the zone table used. Undefined for an unknown zone. */
export const checkHours = (
  { timeZone, times }: WeeklyHours,
  at: string,
): { readonly isInside: boolean; readonly zones: string } | undefined => {
  const table = loadLatestZoneTable();
  const zone = table.zone(timeZone);
  if (!zone) return undefined;
  const now = toMillis(at);
  return { isInside: computeCoverage(times, zone, { from: now, to: now + 1 }).length > 0, zones: table.version };
};

/** The instants of an interval at which such hours begin or end; none for an unknown zone. */
export const listHourEdges = ({ timeZone, times }: WeeklyHours, from: string, to: string): readonly string[] => {
  const zone = loadLatestZoneTable().zone(timeZone);
  const coveredTimes = zone ? computeCoverage(times, zone, { from: toMillis(from), to: toMillis(to) }) : [];
  return coveredTimes.flatMap((one) => [toInstant(one.from), toInstant(one.to)]);
};
