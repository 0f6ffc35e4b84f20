import { z } from 'zod';
import { backtestAnswer, type BacktestAnswer } from '@tocsin/contracts/backtests.js';

/** Stored data of a backtest beside its result. */
const order = z.object({
  /** The last event of the log that it reads, also when it is started again. */
  upTo: z.number().int(),
  /** The server ended in order while it ran: being started again is no failed attempt. */
  isStopped: z.boolean(),
  /** The bytes that its differences take up. */
  bytes: z.number().int(),
});
type Order = z.infer<typeof order>;

/** Results of earlier releases have no order: they have ended. */
const keptBacktest = backtestAnswer.extend({ order: order.default({ upTo: 0, isStopped: false, bytes: 0 }) });
export type KeptBacktest = BacktestAnswer & { readonly order: Order };

export const answerOf = ({ order: _, ...answer }: KeptBacktest): BacktestAnswer => answer;

/** Its first attempt, before anything was read. */
export const newBacktest = (of: Pick<KeptBacktest, 'id' | 'by' | 'at' | 'request'>, upTo: number): KeptBacktest => ({
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
export const begunAgain = (before: KeptBacktest): KeptBacktest => ({
  ...before,
  progress: { done: 0, of: 0 },
  interrupted: before.progress.of > 0 ? before.progress : before.interrupted,
  attempt: before.order.isStopped ? before.attempt : before.attempt + 1,
  listed: 0,
  order: { ...before.order, isStopped: false, bytes: 0 },
});

export const stoppedInOrder = (kept: KeptBacktest): KeptBacktest => ({ ...kept, order: { ...kept.order, isStopped: true } });

/** Undefined for a truncated row, or one of another release: the backtest can be run again. */
export const readBacktest = (text: string): KeptBacktest | undefined => {
  try {
    const { data } = keptBacktest.safeParse(JSON.parse(text));
    return data && { ...data, listed: Math.max(data.listed, data.result?.differences.length ?? 0) };
  } catch {
    return undefined;
  }
};
