import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { performBackup, type BackupJob } from '@tocsin/platform/backup/perform-backup.js';
import { tryDestination, type DestinationTestJob } from '@tocsin/platform/backup/try-place.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { SqliteReader } from '@tocsin/platform/event-log/sqlite-reader.js';
import { openToRead } from '@tocsin/platform/event-log/sqlite-schema.js';
import type { ReadPage } from '@tocsin/platform/proof/tree-keeper.js';
import { answerQuestions } from '@tocsin/platform/threads/asked-thread.js';

/** Start parameters of the worker. */
export interface BackupOrder {
  /** The folder of the log; null: this thread asks for its pages. */
  readonly log: string | null;
}

/** What a thread asks that can’t read the log. */
export interface BackupPageAsked {
  readonly after: number;
}
/** Null: the log can’t be read. */
export interface BackupPageGiven {
  readonly events: readonly StoredEvent[] | null;
}

const run = ({ log }: BackupOrder, port: MessagePort): void => {
  let takePage: (events: readonly StoredEvent[] | null) => void = () => {};
  const ask: ReadPage = (after) =>
    new Promise((resolve, reject) => {
      takePage = (events) => (events ? resolve(events) : reject(new Error('the log can’t be read')));
      port.postMessage({ after } satisfies BackupPageAsked);
    });
  const reader = log === null ? null : new SqliteReader(openToRead(log));
  const readPage: ReadPage = reader ? (after) => reader.page(after) : ask;
  answerQuestions(
    port,
    (job: BackupJob | DestinationTestJob) => ('tested' in job ? tryDestination(job) : performBackup(job, readPage)),
    (message) => takePage((message as BackupPageGiven).events),
  );
};

if (parentPort) run(workerData as BackupOrder, parentPort);
