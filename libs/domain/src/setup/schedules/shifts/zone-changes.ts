import type { Instant, Interval } from './schedule.js';
import type { Zone } from './zone.js';

const minute = 60_000;

/** An instant at which a clock is changed, and by how many minutes. */
export interface ClockChange {
  readonly at: Instant;
  readonly minutes: number;
}

export const listClockChanges = ({ changes }: Zone, { from, to }: Interval): ClockChange[] =>
  changes.filter(({ at }) => from < at && at <= to).map(({ at, before, offset }) => ({ at, minutes: (offset - before) / minute }));
