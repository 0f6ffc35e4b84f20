import { duration } from '../duration.js';

const { day } = duration;

export const feedReminderMinutes = { min: 5, max: 7 * 24 * 60 } as const;
/** Past shifts in a calendar feed. */
export const feedPast = 15 * day;
/** Future shifts in a calendar feed. */
export const feedAhead = 180 * day;
/** Read in addition on both sides, so that shifts are complete. */
export const feedMargin = 31 * day;
/** Requests of one calendar feed. */
export const feedReadsPerMinute = 20;
export const calendarFeedsPerPerson = 20;
