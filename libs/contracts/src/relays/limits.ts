import { duration } from '../duration.js';

/** Arrivals of an integration that wait to be relayed: above, the oldest are dropped. */
export const mostWaiting = 10_000;
/** How long one is tried. */
export const triedFor = 15 * duration.minute;
/** One that was refused for now is tried again after this, then after twice as long, up to `retryAtMost`. */
export const retryAfter = 5 * duration.second;
export const retryAtMost = duration.minute;
export const callDeadline = 10 * duration.second;
/** Read of an answer. */
export const answerBytes = 64 * 1_024;
/** Calls of an integration at once; of one alert, one. */
export const atOnce = 4;
/** Arrivals that one progress settles. */
export const settledTogether = 500;
/** A service can’t rehearse for longer without a relay that works. */
export const brokenFor = duration.day;
