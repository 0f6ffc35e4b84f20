import type { LowUrgencyHours } from '@tocsin/contracts/people/away.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { computeCoverage } from '../shifts/coverage.js';
import { day } from '../shifts/marks.js';
import type { Restriction } from '../shifts/schedule.js';
import { loadLatestZoneTable } from '../shifts/zone-table.js';

const onTheHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const { from, to } = peopleLimits.sleepHours;

/** When people sleep, by their local clock. */
export const night: readonly Restriction[] = [{ weekdays: [], times: { from: onTheHour(from), to: onTheHour(to) } }];

export interface NightEnd {
  readonly until: string;
  readonly timeZone: string;
  /** The edition of the zone table used. */
  readonly zones: string;
}

/** The first of these times within some days, in the zone. Undefined for an unknown zone. */
const firstOf = (times: readonly Restriction[], timeZone: string, now: number, days: number) => {
  const table = loadLatestZoneTable();
  const zone = table.zone(timeZone);
  const [first] = zone ? computeCoverage(times, zone, { from: now, to: now + days * day }) : [];
  return first && { ...first, zones: table.version };
};

/** When the night ends in a zone. Undefined during the day, or for an unknown zone. */
export const endOfNight = (timeZone: string, at: string, nights: readonly Restriction[] = night): NightEnd | undefined => {
  const now = toMillis(at);
  const first = firstOf(nights, timeZone, now, 2);
  return first && first.from <= now ? { until: toInstant(first.to), timeZone, zones: first.zones } : undefined;
};

/** When the next working time begins in a zone. Undefined within one. */
const beginOfWork = (timeZone: string, at: string, { weekdays, ...times }: LowUrgencyHours['working']): NightEnd | undefined => {
  const now = toMillis(at);
  // more than two weeks, because a week’s only hour may be the one that the clock skips
  const first = firstOf([{ weekdays, times }], timeZone, now, 16);
  return first && first.from > now ? { until: toInstant(first.from), timeZone, zones: first.zones } : undefined;
};

/** End of a person’s rest from low urgency, by their own hours if chosen. `isPolicys`: their policy lets people sleep. */
export const endOfRest = (
  { timeZone, lowUrgency }: Pick<PersonRow, 'timeZone' | 'lowUrgency'>,
  at: string,
  isPolicys: boolean,
): NightEnd | undefined => {
  if (lowUrgency?.pages === 'working') return beginOfWork(timeZone, at, lowUrgency.working);
  if (lowUrgency?.pages !== 'awake' && !isPolicys) return undefined;
  return endOfNight(timeZone, at, lowUrgency ? [{ weekdays: [], times: lowUrgency.sleep }] : night);
};
