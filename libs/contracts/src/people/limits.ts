import { duration } from '../duration.js';

const { second, hour, day } = duration;

/** Pause before an unfinished erasure is retried. */
export const erasureRetry = 30 * second;
/** How far ahead readiness includes gaps and unreachable people. */
export const aheadHorizon = 28 * day;
/** Unreachable people that are listed. */
export const lackingListed = 500;
export const favouritesPerPerson = 100;
export const savedSearchesPerPerson = 20;
/** Times away of a person that are not over. */
export const awayPlanned = 10;
/** Shifts, policies and alert groups in the answer about an absence. */
export const uncoveredListed = 100;
/** Unreachable people of a step that are listed. */
export const unreachableListed = 100;
/** Pause before a weekly summary that could not be sent is retried. */
export const summaryRetry = 2 * hour;
export const invitation = 7 * day;
/** Verification codes requested by one person. */
export const codesPerHour = 20;
/** Sleep hours, in hours of the person’s own zone. */
export const sleepHours = { from: 22, to: 8 } as const;
/** Default working hours. */
export const workingHours = { from: 9, to: 18, weekdays: [1, 2, 3, 4, 5] } as const;
/** The longest time away. */
export const awayLength = 366 * day;
export const importRows = 500;
