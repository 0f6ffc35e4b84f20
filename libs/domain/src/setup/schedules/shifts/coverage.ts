import { clip, uniteIntervals } from './intervals.js';
import { day, parseTimeOfDay } from './marks.js';
import type { Interval, Restriction } from './schedule.js';
import type { Zone } from './zone.js';

/** 1970-01-01 was a Thursday. */
const weekdayOf = (dayNumber: number) => ((((dayNumber + 3) % 7) + 7) % 7) + 1;

/**
 * When a layer covers within an interval. Edges are local times: a skipped one is the first instant after it, a
 * repeated one the first of the two.
 */
export function computeCoverage(restrictions: readonly Restriction[], zone: Zone, interval: Interval): Interval[] {
  if (restrictions.length === 0) return [{ from: interval.from, to: interval.to }];
  const windows: Interval[] = [];
  const last = Math.floor(zone.wallAt(interval.to) / day);
  // from two days before: what begins on a day may end on the next, and a clock may skip a whole day
  for (let date = Math.floor(zone.wallAt(interval.from) / day) - 2; date <= last; date++) {
    for (const restriction of restrictions) windows.push(...windowsOfDay(date, restriction, zone));
  }
  return uniteIntervals(windows.flatMap((window) => clip(window, interval)));
}

function windowsOfDay(date: number, { weekdays, times }: Restriction, zone: Zone): Interval[] {
  if (weekdays.length > 0 && !weekdays.includes(weekdayOf(date))) return [];
  const windowStart = times === undefined ? 0 : parseTimeOfDay(times.from);
  const ends = times === undefined ? day : parseTimeOfDay(times.to);
  return [{ from: zone.firstAt(date * day + windowStart), to: zone.firstAt(date * day + (ends > windowStart ? ends : ends + day)) }];
}
