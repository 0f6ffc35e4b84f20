import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import { serverNow } from '../../data/time/clock.js';
import { useJudge } from '../../data/session/session.js';
import { needsManager } from './change-drafts.js';

/** Judges whether I may make a change that was drafted by its backtest. */
export function useMayApply(): (change: BacktestChange) => boolean {
  const may = useJudge('service.configure');
  return (change) => !needsManager(change, serverNow()) || !('teamId' in change.data) || may({ teamId: change.data.teamId });
}
