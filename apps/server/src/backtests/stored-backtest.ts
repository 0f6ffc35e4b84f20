import { z } from 'zod';
import { backtestAnswer, type BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';

/** Stored data of a backtest beside its result. */
const order = z.object({
  /** The last event of the log that it reads, also when it is started again. */
  upTo: z.number().int(),
  /** The server ended in order while it ran: being started again is no failed attempt. */
  isStopped: z.boolean(),
  /** The bytes that its differences take up. */
  bytes: z.number().int(),
});
type BacktestOrder = z.infer<typeof order>;

const storedBacktest = backtestAnswer.extend({ order });
export type StoredBacktest = BacktestAnswer & { readonly order: BacktestOrder };

export const answerOf = ({ order: _, ...answer }: StoredBacktest): BacktestAnswer => answer;

/** Its first attempt, before anything was read. */
export const createBacktest = (of: Pick<StoredBacktest, 'id' | 'by' | 'at' | 'request'>, upTo: number): StoredBacktest => ({
  ...of,
  state: 'running',
  progress: { done: 0, of: 0 },
  attempt: 1,
  interrupted: null,
  trouble: null,
  result: null,
  listed: 0,
  order: { upTo, isStopped: false, bytes: 0 },
});

/** The row of a backtest that restarts after an interruption. A regular shutdown does not count as a failed attempt. */
export const restartBacktest = (before: StoredBacktest): StoredBacktest => ({
  ...before,
  progress: { done: 0, of: 0 },
  interrupted: before.progress.of > 0 ? before.progress : before.interrupted,
  attempt: before.order.isStopped ? before.attempt : before.attempt + 1,
  listed: 0,
  order: { ...before.order, isStopped: false, bytes: 0 },
});

export const markStopped = (backtest: StoredBacktest): StoredBacktest => ({ ...backtest, order: { ...backtest.order, isStopped: true } });

/** Undefined for a truncated row, or one of another release: the backtest can be run again. */
export const readBacktest = (text: string): StoredBacktest | undefined => {
  try {
    return storedBacktest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
