import type { Instant, Interval } from './schedule.js';
import type { Zone } from './zone.js';

const hour = 3_600_000;
const minute = 60_000;

/** An instant at which a clock is changed, and by how many minutes. */
export interface ClockChange {
  readonly at: Instant;
  readonly minutes: number;
}

/** When the clock of a zone is changed within an interval. No zone changes its clock twice within six hours. */
export function clockChangesWithin(zone: Zone, { from, to }: Interval): ClockChange[] {
  const offset = (at: Instant) => zone.wallAt(at) - at;
  const changes: ClockChange[] = [];
  for (let begin = from; begin < to; begin += 6 * hour) {
    const end = Math.min(begin + 6 * hour, to);
    if (offset(begin) !== offset(end))
      changes.push({ at: firstOther(offset, begin, end), minutes: (offset(end) - offset(begin)) / minute });
  }
  return changes;
}

/** The first whole minute with an offset other than at the beginning. */
function firstOther(offset: (at: Instant) => number, begin: Instant, end: Instant): Instant {
  let [before, after] = [Math.floor(begin / minute), Math.ceil(end / minute)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle * minute) === offset(begin)) before = middle;
    else after = middle;
  }
  return after * minute;
}
