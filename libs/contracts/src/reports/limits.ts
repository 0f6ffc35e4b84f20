import { duration } from '../duration.js';

const { minute, hour, day } = duration;

/** Default working hours of reports, in hours of the report’s zone, Monday to Friday. */
export const reportHours = { from: 9, to: 18 } as const;
/**
 * Reports: the longest range, listed openings, alerts worth changing, openings behind a number, measures, and the deadline.
 */
export const reports = {
  range: 1_100 * day,
  listed: 50,
  worthChanging: 10,
  openings: 1_000,
  measures: 6,
  services: 500,
  deadline: 5 * minute,
} as const;
/** An alert that its source resolves within this time resolved itself. */
export const resolvedItself = 5 * minute;
/**
 * The sleep that a page in a person’s sleep hours costs them: until their last act on its alert group, but at least and at most this
 * long. What overlaps counts once.
 */
export const sleepCost = { least: 30 * minute, most: 2 * hour } as const;
