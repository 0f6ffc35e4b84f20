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
export function listClockChanges(zone: Zone, { from, to }: Interval): ClockChange[] {
  const offsetAt = (at: Instant) => zone.wallAt(at) - at;
  const changes: ClockChange[] = [];
  for (let begin = from; begin < to; begin += 6 * hour) {
    const end = Math.min(begin + 6 * hour, to);
    if (offsetAt(begin) !== offsetAt(end))
      changes.push({ at: findFirstOther(offsetAt, begin, end), minutes: (offsetAt(end) - offsetAt(begin)) / minute });
  }
  return changes;
}

/** The first whole minute with an offset other than at the beginning. */
function findFirstOther(offset: (at: Instant) => number, begin: Instant, end: Instant): Instant {
  let [before, after] = [Math.floor(begin / minute), Math.ceil(end / minute)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle * minute) === offset(begin)) before = middle;
    else after = middle;
  }
  return after * minute;
}
