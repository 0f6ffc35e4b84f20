import { duration } from '../duration.js';

const { minute, day } = duration;

/** Between two readings of the old system. */
export const every = 5 * minute;
/** So old is what is read: until then a system may still write of it, and a relay may still bring it there. */
export const lag = 3 * minute;
/** The most time that one reading covers. */
export const window = 6 * 60 * minute;
/** Longer than this a reading does not wait for “too many requests”: it is tried again later. */
export const longestWait = minute;
/** The old system is read; what takes longer is given up and said. */
export const readWithin = 4 * minute;

/** An alert there is that of a group here which opened at most so long before it, or after it. */
export const pairs = { before: 16 * minute, after: 2 * minute } as const;
/** Messages of one person closer than this are no difference; closer than the second, an explained one. */
export const near = { same: minute, explained: 5 * minute } as const;

/** Alerts, messages and groups of one reading; people of an alert. */
export const most = { pairs: 500, pages: 2_000, compared: 1_000, people: 100 } as const;

/** So long without an unexplained difference, and so many messages: then a service can be switched. */
export const ready = { quietFor: 7 * day, messages: 20 } as const;
/** What was read last is older: nothing is known of now. */
export const fresh = 30 * minute;
/** Memory in MB of the thread that reads. */
export const memory = 256;
