import { duration } from '../duration.js';

const { day } = duration;

/** The longest silence, and the longest that a responder makes. Counted from when it is made, or its end is changed. */
export const longest = 90 * day;
export const longestOfResponder = 1 * day;
/** Active silences of a team: one decision compares the alerts of a group with all of them. */
export const activePerTeam = 100;
export const matchers = 10;
export const commentCharacters = 1_000;
/** Open alert groups that a silence leaves out. */
export const exempt = 200;
