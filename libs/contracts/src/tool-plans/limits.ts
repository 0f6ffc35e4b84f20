import { duration } from '../duration.js';

/** How long a person may approve a plan. */
export const approvable = 15 * duration.minute;
/** Plans of one token that wait for a person. */
export const openPerToken = 20;
/** Standing approvals that have not ended. */
export const standing = 100;
/** Acts a day by one standing approval, and the days that it lasts. */
export const perDay = { max: 100, default: 10 } as const;
export const days = { max: 90, default: 30 } as const;
