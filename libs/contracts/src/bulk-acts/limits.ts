import { duration } from '../duration.js';

/** Time to undo an action. */
export const undoGrace = 10 * duration.second;
/** Alert groups in one bulk command. */
export const bulk = 200;
export const bulkByFilter = 5_000;
