import { Worker } from 'node:worker_threads';
import { pause, systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { performBackup, type BackupJob } from '@tocsin/platform/backup/perform-backup.js';
import type { BackupReport } from '@tocsin/platform/backup/write-backup.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { AskedThread } from '@tocsin/platform/threads/asked-thread.js';
import type { ServerParts } from '../core/server-parts.js';
import type { BackupOrder, BackupPageAsked, BackupPageGiven } from './backup.worker.js';

const eventsPerPage = 500;

export const startBackupWorker = (order: BackupOrder): Worker =>
  new Worker(new URL('backup.worker.js', import.meta.url), { workerData: order, name: 'backup' });

/** Makes one backup at a time, on a thread that ends with it. */
export class BackupThread {
  private thread: AskedThread<BackupJob> | null = null;

  constructor(
    private readonly parts: Pick<ServerParts, 'config' | 'folder' | 'log'>,
    private readonly start = startBackupWorker,
  ) {}

  /** Rejects as performBackup does, and when the thread ends. */
  async perform(job: BackupJob): Promise<BackupReport> {
    const { config, folder } = this.parts;
    if (config.hasOneThread) return performBackup(job, (after) => this.readPage(after));
    const worker = this.start({ log: config.profile === 'embedded' ? folder.room('log') : null });
    this.thread = new AskedThread(worker, (message) => void this.handOver(message as BackupPageAsked));
    try {
      return await this.thread.ask<BackupReport>(job);
    } finally {
      await this.end();
    }
  }

  async end(): Promise<void> {
    await this.thread?.end();
    this.thread = null;
  }

  private readPage(after: number): Promise<readonly StoredEvent[]> {
    return this.parts.log.readAll({ after, limit: eventsPerPage });
  }

  private async handOver({ after }: BackupPageAsked): Promise<void> {
    const startedAt = systemMonotonicClock.now();
    const events = await this.readPage(after).catch(() => null);
    // a new base reads the whole log: it leaves as much time to what pages as it takes
    await pause(systemMonotonicClock, systemMonotonicClock.now() - startedAt);
    this.thread?.tell({ events } satisfies BackupPageGiven);
  }
}
