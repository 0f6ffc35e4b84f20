import type { BacktestAnswer, BacktestRequest } from '@tocsin/contracts/backtests/backtests.js';

/** Location of the log: a folder, or an EventStoreDB server that the thread reads with its own client. */
export type LogToRead = { readonly room: string } | { readonly eventStore: string; readonly prefix: string };

/** Start parameters of a backtest’s thread. It can only read: it has no HTTP routes, no reactor and no provider. */
export interface BacktestThread {
  readonly log: LogToRead;
  /** The folder of the vault. */
  readonly vault: string;
  /** The folder for temporary files of this backtest: on the disk of the data folder, not in memory. */
  readonly temporary: string;
  readonly masterKey: string | undefined;
  readonly request: BacktestRequest;
  /** The ordinal of the last event to read. */
  readonly upTo: number;
  /** The end of a period that has no end of its own. */
  readonly now: string;
}

/** The server has stored a page of differences: the thread sends the next one only then. */
export const storedMessage = 'stored';

/** `differences`: one page, as JSON, from page 0; `listed`: the number of differences so far. `error`: for the server’s log. */
export type BacktestReply =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'differences'; readonly page: number; readonly rows: string; readonly listed: number }
  | ({ readonly kind: 'done' } & Pick<BacktestAnswer, 'result' | 'bisect' | 'night'>)
  | { readonly kind: 'failed'; readonly trouble: string; readonly error?: string };
