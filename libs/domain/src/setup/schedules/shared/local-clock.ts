import { dayOf, toInstant } from '@tocsin/kernel/time.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { day, hour } from '../shifts/marks.js';
import { hasZoneTable, loadZoneTable } from '../shifts/zone-table.js';
import type { Zone } from '../shifts/zone.js';

/** A person’s local clock: nights, working hours and days off. Instants in milliseconds. */
export interface LocalClock {
  readonly zone: Zone;
  /** `2026-11-21` */
  date(at: number): string;
  isNight(at: number): boolean;
  isWeekend(at: number): boolean;
  /** 0 is Monday, midnight. */
  hourOfWeek(at: number): number;
}

const { from: sleepFrom, to: sleepTo } = peopleLimits.sleepHours;

/** A zone that the table does not know counts as UTC, so that records made with an older table are still counted. */
export function createLocalClock(zones: string, name: string): LocalClock {
  const table = loadZoneTable(zones);
  const zone = (hasZoneTable(zones) ? table.zone(name) : undefined) ?? table.zone('UTC')!;
  // 1970-01-01 was a Thursday
  const hourOfWeekAt = (at: number): number => (((Math.floor(zone.wallAt(at) / hour) + 72) % 168) + 168) % 168;
  return {
    zone,
    hourOfWeek: hourOfWeekAt,
    date: (at) => dayOf(toInstant(Math.floor(zone.wallAt(at) / day) * day)),
    isNight: (at) => hourOfWeekAt(at) % 24 >= sleepFrom || hourOfWeekAt(at) % 24 < sleepTo,
    isWeekend: (at) => hourOfWeekAt(at) >= 120,
  };
}
