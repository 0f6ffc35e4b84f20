import { duration } from '../duration.js';

const { minute } = duration;

export const reopenWindow = 10 * minute;
export const ackTimeoutMinutes = { high: 30, low: 0 } as const;
