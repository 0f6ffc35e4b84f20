import { duration } from '../duration.js';

const { minute, day } = duration;

/** Edits of a schedule within this time are one message: the first before is compared with the last after. */
export const movedSettles = 10 * minute;
/** How far ahead shifts are compared. */
export const shiftsAhead = 28 * day;
/** Changed shifts that one message lists. */
export const shiftsListed = 5;
/** How long before it a gap is told. A look a day finds it at the latest then. */
export const gapAhead = 7 * day;
export const gapLookEvery = 1 * day;
/** Edits settle before gaps are looked for. */
export const gapLookAfter = 10 * minute;
/** How far gaps are followed to their end. */
export const gapHorizon = 21 * day;
/** What was told of a schedule and a person is remembered for so long after it was due. */
export const toldRemembered = 2 * day;
/** A handoff found later than this is not told. */
export const offLate = 60 * minute;
/** Alert groups and schedules that one message lists. */
export const groupsListed = 10;
export const schedulesListed = 20;
