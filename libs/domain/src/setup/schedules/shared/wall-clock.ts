import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import { computeCoverage } from '../shifts/coverage.js';
import { intersectIntervals } from '../shifts/intervals.js';
import { day } from '../shifts/marks.js';
import { hasZoneTable, loadLatestZoneTable, loadZoneTable } from '../shifts/zone-table.js';
import type { Restriction } from '../shifts/schedule.js';

/** The current edition of the zone table. */
export const newestZonesVersion = (): string => loadLatestZoneTable().version;

export const isZone = (zones: string, name: string): boolean => hasZoneTable(zones) && loadZoneTable(zones).zone(name) !== undefined;

const hour = 3_600_000;
const onTheHour = (at: number): string => `${String(at).padStart(2, '0')}:00`;
const { from, to } = reportLimits.reportHours;
const workingTimes: readonly Restriction[] = [{ weekdays: [1, 2, 3, 4, 5], times: { from: onTheHour(from), to: onTheHour(to) } }];

/** The clock of a zone, for instants in milliseconds. A date counts days since 1970. */
export interface WallClock {
  /** 0 is Monday, midnight; 167 the last hour of Sunday. */
  hourOfWeek(at: number): number;
  date(at: number): number;
  /** The first instant of a date, or of an hour of it. */
  startOf(date: number, hour?: number): number;
  /** Milliseconds between two instants that are within working hours. */
  working(from: number, to: number): number;
}

/** Throws for an unknown zone. */
export function createWallClock(zones: string, name: string): WallClock {
  const zone = loadZoneTable(zones).zone(name);
  if (!zone) throw new Error(`There is no zone ${name} in ${zones}.`);
  return {
    // 1970-01-01 was a Thursday
    hourOfWeek: (at) => (((Math.floor(zone.wallAt(at) / hour) + 72) % 168) + 168) % 168,
    date: (at) => Math.floor(zone.wallAt(at) / day),
    startOf: (date, at = 0) => zone.firstAt(date * day + at * hour),
    working: (begin, end) =>
      intersectIntervals([{ from: begin, to: end }], computeCoverage(workingTimes, zone, { from: begin, to: end })).reduce(
        (sum, one) => sum + one.to - one.from,
        0,
      ),
  };
}
