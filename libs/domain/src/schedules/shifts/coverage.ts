import { clip, united } from './intervals.js';
import { day, timeOfDay } from './marks.js';
import type { Interval, Restriction } from './schedule.js';
import type { Zone } from './zone.js';

/** 1970-01-01 was a Thursday. */
const weekdayOf = (dayNumber: number) => ((((dayNumber + 3) % 7) + 7) % 7) + 1;

/**
 * When a layer covers within an interval. Edges are local times: a skipped one is the first instant after it, a
 * repeated one the first of the two.
 */
export function coverage(restrictions: readonly Restriction[], zone: Zone, within: Interval): Interval[] {
  if (restrictions.length === 0) return [{ from: within.from, to: within.to }];
  const windows: Interval[] = [];
  const last = Math.floor(zone.wallAt(within.to) / day);
  // from two days before: what begins on a day may end on the next, and a clock may skip a whole day
  for (let date = Math.floor(zone.wallAt(within.from) / day) - 2; date <= last; date++) {
    for (const restriction of restrictions) windows.push(...windowOn(date, restriction, zone));
  }
  return united(windows.flatMap((window) => clip(window, within)));
}

function windowOn(date: number, { weekdays, times }: Restriction, zone: Zone): Interval[] {
  if (weekdays.length > 0 && !weekdays.includes(weekdayOf(date))) return [];
  const begins = times === undefined ? 0 : timeOfDay(times.from);
  const ends = times === undefined ? day : timeOfDay(times.to);
  return [{ from: zone.firstAt(date * day + begins), to: zone.firstAt(date * day + (ends > begins ? ends : ends + day)) }];
}
