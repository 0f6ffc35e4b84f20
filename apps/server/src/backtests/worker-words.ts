import type { BacktestRequest, BacktestResult } from '@tocsin/contracts/backtests.js';

/** What the thread of a backtest is told when it starts. It can read, and nothing else: it has no door, no reactor and no provider. */
export interface BacktestThread {
  readonly rooms: { readonly log: string; readonly vault: string };
  readonly masterKey: string | undefined;
  readonly request: BacktestRequest;
  /** The last event that it reads. */
  readonly upTo: number;
  /** Where the range ends that has no end. */
  readonly now: string;
}

export type BacktestSays =
  | { readonly says: 'progress'; readonly done: number; readonly of: number }
  | { readonly says: 'done'; readonly result: BacktestResult }
  | { readonly says: 'failed'; readonly trouble: string };
