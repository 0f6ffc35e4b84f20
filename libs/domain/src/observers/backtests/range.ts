import type { EventSource } from '@tocsin/kernel/replay/source.js';
import type { BacktestOrder } from './backtest.js';
import { isImport, lastOfInstallation } from './imported.js';

/** The ordinal of the last event before an instant. Log time increases, except where the clocks of servers differ slightly. */
export const findLastBefore = (source: EventSource, instant: string, upTo: number): number => {
  let [low, high] = [0, upTo];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((source.at(middle)?.meta.at ?? '') < instant) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * What a backtest of this period reads. An import is replayed from its first alert: nothing of it was routed by the rules, so what is open at the
 * beginning of the period has to be opened by them.
 */
export const orderOf = (source: EventSource, period: Pick<BacktestOrder, 'change' | 'from' | 'to' | 'upTo'>): BacktestOrder => {
  const isOfImport = isImport(source);
  return {
    ...period,
    isOfImport,
    after: isOfImport ? lastOfInstallation(source) : findLastBefore(source, period.from, period.upTo),
  };
};
