import { duration } from '../duration.js';

const { minute } = duration;

export const targetsPerStep = 20;
export const repeatsDefault = 3;
/** Policies in one append, at 14 KiB each. */
export const policiesReplacedTogether = 40;
/** Versions of a policy in the event that moves it to another team. */
export const versionsTakenOver = 10;
/** Versions of a policy in its row: a group that follows an older one continues with the oldest of these. */
export const policyVersionsKept = 50;
export const stepsPerPolicy = 10;
export const repeatsMax = 5;
export const stepDelayMinutes = { min: 1, max: 9_000, default: 5, presets: [1, 5, 15, 30, 60] } as const;
export const restartAfterExhausted = 30 * minute;
export const ownersAfterManagers = 5 * minute;
/** Night pages a person a week, which a policy may allow. */
export const nightBudget = { min: 0, max: 20 } as const;
