import type { EventSource } from '@tocsin/kernel/replay/source.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { BacktestOrder } from './backtest.js';
import { isImport, lastOfInstallation } from './imported.js';

/** The ordinal of the last event before an instant. Log time increases, except where the clocks of servers differ slightly. */
const findLastBefore = (source: EventSource, instant: string, upTo: number): number => {
  let [low, high] = [0, upTo];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((source.at(middle)?.meta.at ?? '') < instant) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** A demo has no reactor: what falls due after its last event is not done, and is no effect of a change either. */
const findEnd = (source: EventSource, { to, upTo }: Pick<BacktestOrder, 'to' | 'upTo'>): string => {
  const [first, last] = [source.at(1), source.at(upTo)];
  const isDemo = (first?.data as { readonly kind?: string } | undefined)?.kind === 'demo';
  const end = last && addMillis(last.meta.at, 1);
  return isDemo && end !== undefined && end < to ? end : to;
};

/**
 * What a backtest of this period reads. An import is replayed from its first alert: nothing of it was routed by the rules, so what is open at the
 * beginning of the period has to be opened by them.
 */
export const orderOf = (source: EventSource, period: Pick<BacktestOrder, 'change' | 'from' | 'to' | 'upTo'>): BacktestOrder => {
  const isOfImport = isImport(source);
  return {
    ...period,
    to: findEnd(source, period),
    isOfImport,
    after: isOfImport ? lastOfInstallation(source) : findLastBefore(source, period.from, period.upTo),
  };
};
