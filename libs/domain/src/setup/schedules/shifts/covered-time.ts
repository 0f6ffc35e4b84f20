import { uniteIntervals } from './intervals.js';
import { day, firstMonday, parseTimeOfDay } from './marks.js';
import type { Instant, Interval, Restriction } from './schedule.js';
import { countUpTo, type WallTime, type Zone } from './zone.js';

export const week = 7 * day;

/**
 * The time that restrictions cover, as a sum: every week of a clock covers the same, and a clock is changed rarely. So it costs the
 * same however long ago the count began.
 */
export interface CoveredTime {
  /** Covered milliseconds up to an instant, from an arbitrary one on: only differences have a meaning. */
  until(at: Instant): number;
  /** The first instant, not before `from`, at which so much was covered. */
  reach(covered: number, from: Instant): Instant;
  /** The same as `until` by a clock that is never changed. */
  untilWall(wall: WallTime): number;
}

export function coveredTimeOf(restrictions: readonly Restriction[], zone: Zone): CoveredTime {
  const untilWall = sumWeeks(uniteIntervals(restrictions.flatMap(windowsOfWeek)));
  const starts = zone.changes.map(({ at }) => at);
  const parts: Part[] = [{ offset: zone.offset, from: 0, secondPass: 0, isSecondPassCovered: false, before: untilWall(zone.offset) }];
  for (const { at, offset } of zone.changes) parts.push(partAfter(parts.at(-1)!, at, offset, untilWall));
  const until = (at: Instant): number => coveredInPart(parts[countUpTo(starts, at)]!, at, untilWall);
  return { until, untilWall, reach: (covered, from) => findReached(until, covered, from) };
}

/** The time between two changes of a clock. */
interface Part {
  readonly offset: number;
  readonly from: Instant;
  /** How long the clock, having been set back, shows again what it showed before: no window begins or ends in it. */
  readonly secondPass: number;
  readonly isSecondPassCovered: boolean;
  /** What was covered until its beginning. */
  readonly before: number;
}

function partAfter(last: Part, from: Instant, offset: number, untilWall: CoveredTime['untilWall']): Part {
  const secondPass = Math.max(0, last.offset - offset);
  const shown = from + last.offset;
  const isSecondPassCovered = secondPass > 0 && untilWall(shown) > untilWall(shown - 1);
  return { offset, from, secondPass, isSecondPassCovered, before: coveredInPart(last, from, untilWall) };
}

function coveredInPart({ offset, from, secondPass, isSecondPassCovered, before }: Part, at: Instant, untilWall: CoveredTime['untilWall']) {
  const passed = Math.min(secondPass, at - from);
  const inSecondPass = isSecondPassCovered ? passed : 0;
  return before + inSecondPass + untilWall(at + offset) - untilWall(from + passed + offset);
}

/** Windows of one week, from its Monday; what goes beyond its end is at its beginning. */
function windowsOfWeek({ weekdays, times }: Restriction): Interval[] {
  const from = times === undefined ? 0 : parseTimeOfDay(times.from);
  const ends = times === undefined ? day : parseTimeOfDay(times.to);
  const length = (ends > from ? ends : ends + day) - from;
  const begins = (weekdays.length > 0 ? weekdays : [1, 2, 3, 4, 5, 6, 7]).map((weekday) => (weekday - 1) * day + from);
  return begins.flatMap((begin) => [
    { from: begin, to: Math.min(begin + length, week) },
    { from: 0, to: begin + length - week },
  ]);
}

function sumWeeks(windows: readonly Interval[]): CoveredTime['untilWall'] {
  const starts = windows.map(({ from }) => from);
  const sums = [0];
  for (const { from, to } of windows) sums.push(sums.at(-1)! + to - from);
  const all = sums.at(-1)!;
  return (wall) => {
    const weeks = Math.floor((wall - firstMonday) / week);
    const within = wall - firstMonday - weeks * week;
    const last = countUpTo(starts, within) - 1;
    const inLast = last < 0 ? 0 : sums[last]! + Math.min(within, windows[last]!.to) - windows[last]!.from;
    return weeks * all + inLast;
  };
}

/** By halves: the sum never falls, and rises in every week. */
function findReached(until: CoveredTime['until'], covered: number, from: Instant): Instant {
  let [before, reached] = [from - 1, from];
  for (let step = week; until(reached) < covered; step *= 2) {
    before = reached;
    reached += step;
  }
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (until(middle) < covered) before = middle;
    else reached = middle;
  }
  return reached;
}
