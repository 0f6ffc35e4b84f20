import { duration } from '../duration.js';

const { minute, hour, day } = duration;

/** Windows of a team, or of the organisation. */
export const perTeam = 100;
/** The longest occurrence; and the longest that a responder plans, once. */
export const longest = 90 * day;
export const longestOfResponder = 12 * hour;
export const services = 50;
export const matchers = 10;
export const ruleCharacters = 500;
/** Occurrences that are skipped; earlier ones are forgotten. */
export const skipped = 100;
/** People on call are told before it begins. */
export const notice = 30 * minute;
export const told = 200;
/** Occurrences that its row lists. */
export const listed = 3;
