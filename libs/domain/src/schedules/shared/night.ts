import { limits } from '@tocsin/contracts/limits.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { coverage } from '../shifts/coverage.js';
import { day } from '../shifts/marks.js';
import type { Restriction } from '../shifts/schedule.js';
import { latestZoneTable } from '../shifts/zone-table.js';

const onTheHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const { from, to } = limits.sleepHours;

/** When people sleep, by the clock of their zone. */
export const night: readonly Restriction[] = [{ weekdays: [], times: { from: onTheHour(from), to: onTheHour(to) } }];

export interface NightEnd {
  readonly until: string;
  readonly timeZone: string;
  /** The edition of the zone table by which it was looked up. */
  readonly zones: string;
}

/** When the night ends in a zone. Undefined where it is day there, or where nobody knows such a zone. */
export const endOfNight = (timeZone: string, at: string): NightEnd | undefined => {
  const table = latestZoneTable();
  const zone = table.zone(timeZone);
  const now = toMillis(at);
  const [first] = zone ? coverage(night, zone, { from: now, to: now + 2 * day }) : [];
  return first && first.from <= now ? { until: toInstant(first.to), timeZone, zones: table.version } : undefined;
};
