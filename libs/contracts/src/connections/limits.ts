import { duration } from '../duration.js';

/** The whole test of a connection. */
export const testDeadline = 20 * duration.second;
export const secretCharacters = 200;
