import { duration } from '../duration.js';

const { hour, minute } = duration;

/**
 * Stored results, and bytes of all their differences; the deadline of a run; how often it is started if its server or thread ends;
 * differences on a page.
 */
export const backtests = {
  kept: 100,
  withoutResult: 10,
  bytes: 1_024 * 1_024 * 1_024,
  takesAtMost: 12 * hour,
  attempts: 3,
  page: 500,
} as const;

/** Replays of a bisect, its processor time, and the shares of the difference from which it goes on, and from which a change is named. */
export const bisect = { runs: 40, processor: 15 * minute, goesOn: 0.05, named: 0.02 } as const;
