import type { Invariant } from './invariant.js';

/** Milliseconds: the most by which a clock may jump ahead. */
const largestLeap = 5 * 60_000;

/** A clock that leaps into the future and is set back within a minute leaves no event with that time on the log. */
export const logTime = (): Invariant => ({
  onEvent: ({ ordinal, meta: { at } }, { installation: { scheduler } }) =>
    Date.parse(at) > scheduler.now + largestLeap ? [`${ordinal}: log time leapt to ${at}`] : [],
});
