import type { Worker } from 'node:worker_threads';
import type { DestinationTestResult } from '@tocsin/contracts/backups/noun.js';
import { duration } from '@tocsin/contracts/duration.js';
import { tryDestination, type DestinationTestJob } from '@tocsin/platform/backup/try-place.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { AskedThread } from '@tocsin/platform/threads/asked-thread.js';
import type { BackupOrder } from './backup.worker.js';
import { startBackupWorker } from './backup-thread.js';

/** Milliseconds for a test. */
const testDeadline = 20 * duration.second;
const failed = (why: string): DestinationTestResult => ({ ok: false, step: 'list', why });
const tooLong = failed(`No answer within ${testDeadline / duration.second} s.`);

/** Tests a destination on a thread of its own: a disk that hangs holds that thread, which nothing waits for. Never rejects. */
export const testDestination = async (
  job: DestinationTestJob,
  hasOneThread: boolean,
  start: (order: BackupOrder) => Worker = startBackupWorker,
): Promise<DestinationTestResult> => {
  const thread = hasOneThread ? null : new AskedThread<DestinationTestJob>(start({ log: null }));
  let cancel = (): void => {};
  const timeout = new Promise<DestinationTestResult>((resolve) => {
    cancel = systemMonotonicClock.after(testDeadline, () => resolve(tooLong), { isBackground: true });
  });
  const answer = thread ? thread.ask<DestinationTestResult>(job) : tryDestination(job);
  try {
    return await Promise.race([answer.catch((error: unknown) => failed(error instanceof Error ? error.message : String(error))), timeout]);
  } finally {
    cancel();
    void thread?.end();
  }
};
