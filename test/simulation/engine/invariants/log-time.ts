import type { Invariant } from './invariant.js';

/** Milliseconds: what a clock may gain at once. */
const largestLeap = 5 * 60_000;

/** A clock that leaps into the future and is set back within a minute leaves nothing on the log. */
export const logTime = (): Invariant => ({
  before: ({ ordinal, meta: { at } }, { installation: { scheduler } }) =>
    Date.parse(at) > scheduler.now + largestLeap ? [`${ordinal}: log time leapt to ${at}`] : [],
});
