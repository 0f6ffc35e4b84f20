import { duration } from '../duration.js';

const { minute, day } = duration;

/** Default working hours of reports, in hours of the report’s zone, Monday to Friday. */
export const reportHours = { from: 9, to: 18 } as const;
/**
 * Reports: the longest range, listed openings, alerts worth changing, openings behind a number, measures, and the deadline.
 */
export const reports = { range: 1_100 * day, listed: 50, worthChanging: 10, openings: 1_000, measures: 6, deadline: 5 * minute } as const;
