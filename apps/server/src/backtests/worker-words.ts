import type { BacktestRequest, BacktestResult } from '@tocsin/contracts/backtests.js';

/** Where a log is read: in a room, or on a server, by a client of the thread’s own. */
export type LogToRead = { readonly room: string } | { readonly eventStore: string; readonly prefix: string };

/** What the thread of a backtest is told when it starts. It can read, and nothing else: it has no door, no reactor and no provider. */
export interface BacktestThread {
  readonly log: LogToRead;
  /** The room of the vault. */
  readonly vault: string;
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
