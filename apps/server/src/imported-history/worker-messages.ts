import type { ImportedHistory } from '@tocsin/contracts/imported-history/answers.js';
import type { SeparateLogPlaces } from '@tocsin/platform/separate-log/separate-log.js';
import type { LogToRead } from '../backtests/worker-messages.js';

/** Start parameters of the thread that makes reports’ log and the list of alerts. It can only read what it makes them of. */
export interface HistoryThread {
  readonly places: SeparateLogPlaces;
  readonly live: LogToRead;
  /** The ordinal of the last event of the own log to read. */
  readonly upTo: number;
  /** The folder of the own vault. */
  readonly vault: string;
  readonly masterKey: string | undefined;
  /** A new folder for what it makes. */
  readonly path: string;
  readonly logId: string;
  readonly now: string;
}

export type HistorySummary = Omit<ImportedHistory, 'state' | 'trouble' | 'log'>;

/** `events`: of the log; 0: no alert has a time, so there is none. */
export interface HistoryReply {
  readonly events: number;
  readonly summary: HistorySummary;
}
