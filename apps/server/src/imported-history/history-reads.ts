import { Worker } from 'node:worker_threads';
import { limits } from '@tocsin/contracts/limits.js';
import { AskedThread } from '@tocsin/platform/threads/asked-thread.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import type { HistoryQuestion } from './history-reads.worker.js';

/** Reads of the imported history, on a thread of its own: started on demand, and ended when it was idle for a while. */
export class HistoryReads {
  private thread: AskedThread<HistoryQuestion> | undefined;
  private idle: NodeJS.Timeout | undefined;

  /** Rejects with ViewsUnavailable. */
  async ask<Answer>(question: HistoryQuestion): Promise<Answer> {
    clearTimeout(this.idle);
    const thread = this.thread && !this.thread.hasEnded ? this.thread : this.start();
    try {
      return await thread.ask<Answer>(question);
    } catch (error) {
      throw new ViewsUnavailable(error);
    } finally {
      if (thread.isIdle) this.idle = setTimeout(() => void this.end(), limits.idleThread).unref();
    }
  }

  /** Closes its files; the next question starts it again. */
  async end(): Promise<void> {
    clearTimeout(this.idle);
    const { thread } = this;
    this.thread = undefined;
    await thread?.end();
  }

  private start(): AskedThread<HistoryQuestion> {
    this.thread = new AskedThread(new Worker(new URL('history-reads.worker.js', import.meta.url), { name: 'imported history reads' }));
    return this.thread;
  }
}
