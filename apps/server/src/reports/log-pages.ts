import type { MessagePort } from 'node:worker_threads';
import { LogUnavailable, type StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { eventsPerPage, type ReportTask, type ReportReply } from './worker-messages.js';

/** Reads the next events of some types after an ordinal; an empty page is the end. */
export type ReadPage = (after: number, types: readonly string[]) => Promise<readonly StoredEvent[]>;

/**
 * Reads the log in this folder on its own connection, or asks the main thread for pages, because the EventStoreDB client belongs to
 * that thread.
 */
export const pagesOf = (room: string | null, port: MessagePort): ReadPage => {
  if (room === null) return (after, types) => pageOf(port, { kind: 'page', after, types });
  const log = SqliteEventLog.openReadOnly(room);
  return (after, types) => log.readAll({ after, types, limit: eventsPerPage });
};

const pageOf = (port: MessagePort, question: ReportReply): Promise<readonly StoredEvent[]> =>
  new Promise((resolve, reject) => {
    const handleTask = (answer: ReportTask): void => {
      if (answer.ask === 'report') return;
      port.off('message', handleTask);
      if (answer.ask === 'page') resolve(answer.events);
      else reject(answer.isOfLog ? new LogUnavailable('not_applied', answer.message) : new Error(answer.message));
    };
    port.on('message', handleTask);
    port.postMessage(question);
  });
