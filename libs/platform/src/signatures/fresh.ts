import { duration } from '@tocsin/contracts/duration.js';

const window = (5 * duration.minute) / duration.second;

/** Whether a signed time, in seconds since 1970 as text, is within five minutes of `now`, in seconds: before or after it. */
export const isFresh = (timestamp: string, now: number): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= window;
