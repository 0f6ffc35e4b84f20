import type { Interval, Schedule } from '../shifts/schedule.js';
import { onCallWithin } from '../shifts/shifts.js';
import type { Zone } from '../shifts/zone.js';

/** What a schedule can be drawn up of, for those who bring one from elsewhere. */
export type { Override, Restriction, Schedule, TemporarySchedule, TurnLength } from '../shifts/schedule.js';
export type { Zone } from '../shifts/zone.js';

export interface DrawnUpDuty extends Interval {
  readonly people: readonly string[];
}

/** Who would be on call by a schedule that nobody has saved. */
export const dutiesWithin = (schedule: Schedule, zoneOf: (name: string) => Zone, interval: Interval): readonly DrawnUpDuty[] =>
  onCallWithin(schedule, zoneOf, interval).segments.map(({ from, to, duties }) => ({
    from,
    to,
    people: duties.map(({ person }) => person),
  }));
