import { countToTheEnd } from '@tocsin/platform/event-log/eventstore/catch-up-count.js';
import { SqliteOrdinalIndex } from '@tocsin/platform/event-log/eventstore/sqlite-ordinal-index.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { copyOf, type LogCopy } from '@tocsin/platform/replay/log-copy.js';
import type { BacktestThread } from './worker-messages.js';

export interface ReadPages {
  readonly log: Pick<LogCopy, 'page' | 'one'>;
  /** The steps of progress that this took: one for each event counted, and one for each event copied. */
  readonly steps: number;
}

export type PagesReader = Pick<BacktestThread, 'log' | 'upTo' | 'temporary'> & {
  /** Milliseconds in which EventStoreDB must respond, or counting must progress; 5 s when absent. */
  readonly deadlineMs?: number;
};

/**
 * A backtest needs synchronous reads, so a log on an EventStoreDB server is first counted and copied through a client of this thread.
 * Throws LogUnavailable when the server stops answering.
 */
export const readAtOnce = async (reading: PagesReader, onStep: (steps: number) => void = () => {}): Promise<ReadPages> => {
  const { log: toRead, upTo, temporary, deadlineMs = 5_000 } = reading;
  if ('room' in toRead) return { log: SqliteEventLog.openReadOnly(toRead.room), steps: 0 };
  const { EventStoreLog } = await import('@tocsin/platform/event-log/eventstore/eventstore-log.js');
  const { eventStore, prefix } = toRead;
  const ordinals = SqliteOrdinalIndex.openTemporary(temporary, prefix);
  const server = new EventStoreLog({ connectionString: eventStore, prefix, ordinals, deadlineMs });
  try {
    await countToTheEnd(server, ordinals, (count) => onStep(Math.min(count, upTo)));
    const log = await copyOf(server, upTo, temporary, (copied) => onStep(upTo + copied));
    return { log, steps: 2 * upTo };
  } finally {
    await server.close();
  }
};
