import type { BacktestChange } from '../backtests/backtests.js';

/** The person whose notification rules a change concerns; null if none. */
export const personOfChange = (change: BacktestChange | null): string | null =>
  change !== null && 'personId' in change.data ? change.data.personId : null;
