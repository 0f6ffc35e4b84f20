import { duration } from './duration.js';

export const fields = 5;
export const fieldCharacters = 100;
export const templateCharacters = 300;
export const windowMinutes = { min: 5, max: 1_440 } as const;
/** How long after its opening a group takes more alerts. */
export const longest = 1 * duration.day;
