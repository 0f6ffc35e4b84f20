import { clip, uniteIntervals } from './intervals.js';
import { day, parseTimeOfDay } from './marks.js';
import type { Interval, Restriction } from './schedule.js';
import type { Zone } from './zone.js';

/** 1970-01-01 was a Thursday. */
const weekdayOf = (dayNumber: number) => ((((dayNumber + 3) % 7) + 7) % 7) + 1;

/** A restriction as wall time of a day. */
const dailyOf = ({ weekdays, times }: Restriction) => {
  const from = times === undefined ? 0 : parseTimeOfDay(times.from);
  const to = times === undefined ? day : parseTimeOfDay(times.to);
  return { weekdays, from, to: to > from ? to : to + day };
};

/**
 * When a layer covers within an interval. Edges are local times: a skipped one is the first instant after it, a
 * repeated one the first of the two.
 */
export function computeCoverage(restrictions: readonly Restriction[], zone: Zone, interval: Interval): Interval[] {
  if (restrictions.length === 0) return [{ from: interval.from, to: interval.to }];
  const daily = restrictions.map(dailyOf);
  const windows: Interval[] = [];
  const last = Math.floor(zone.wallAt(interval.to) / day);
  // from two days before: what begins on a day may end on the next, and a clock may skip a whole day
  for (let date = Math.floor(zone.wallAt(interval.from) / day) - 2; date <= last; date++) {
    const weekday = weekdayOf(date);
    for (const { weekdays, from, to } of daily) {
      if (weekdays.length > 0 && !weekdays.includes(weekday)) continue;
      windows.push(...clip({ from: zone.firstAt(date * day + from), to: zone.firstAt(date * day + to) }, interval));
    }
  }
  return uniteIntervals(windows);
}
