import { duration } from '../duration.js';

const { minute, hour, day } = duration;

/** Files of one plan, together and each, and their documents. */
export const fileBytes = { all: 16 * 1_024 * 1_024, each: 1_024 * 1_024 } as const;
export const documents = 20_000;
/** YAML aliases in a file: more could expand to any size. */
export const aliases = 100;
export const errorsListed = 200;
/** Things that one apply removes without `pruneAtMost`. */
export const removals = 10;
/** A reviewed plan is refused afterwards. */
export const planValid = 24 * hour;
/** How far ahead changed shifts are listed. */
export const shiftsAhead = 28 * day;
export const shiftsListed = 500;
/** Changes of a plan that are backtested, one after the other. */
export const backtested = 20;
/** The longest a plan is computed. */
export const planning = 5 * minute;
/** Characters of the steps in one event. */
export const stepCharacters = 200_000;
/** Files whose changes need no command are recorded as owned this many at a time. */
export const ownedTogether = 10;
/** An apply without progress for so long no longer delays the next one. */
export const applyStalled = 15 * minute;
export const sourceCharacters = 200;
/** The longest pull-request comment. */
export const markdownCharacters = 60_000;
