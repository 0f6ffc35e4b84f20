import { duration } from '../duration.js';

const { minute } = duration;

/** The shortest time between two messages about a service to its followers. */
export const newsEvery = 5 * minute;
/** Alert groups that one message lists. */
export const newsListed = 10;
/** Alert groups of a service that are remembered, the newest. */
export const groupsRemembered = 200;
