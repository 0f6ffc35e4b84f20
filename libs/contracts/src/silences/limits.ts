import { duration } from '../duration.js';

const { minute, hour, day } = duration;

/** The longest silence, and the longest that a responder makes. Counted from when it is made, or its end is changed. */
export const longest = 90 * day;
export const longestOfResponder = 1 * day;
/** Active silences of a team, or of the organisation: one decision compares the alerts of a group with all of them. */
export const activePerTeam = 100;
export const matchers = 10;
export const commentCharacters = 1_000;
/** Open alert groups that a silence leaves out. */
export const exempt = 200;
/** How long before its end it is announced; a silence shorter than `short` is announced later. */
export const notice = { before: 30 * minute, short: 2 * hour, beforeShort: 10 * minute } as const;
/** People who are told of it. */
export const told = 50;
/** What is offered with the notice. */
export const extension = 2 * hour;
/** A silence “until it resolves” ends when nothing that it covers has fired for this time. */
export const quiet = 10 * minute;
/** Past days, alert groups, and alerts of them, that a preview looks at; and open ones that it lists. */
export const preview = { days: 7, groups: 2_000, alerts: 20_000, listed: 200 } as const;
