import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { limits } from '@tocsin/contracts/limits.js';
import { AskedThread, ThreadFailed } from '@tocsin/platform/threads/asked-thread.js';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import { ViewsUnavailable, type ListQuery, type ShownRow } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import type { PastQuestion, PastReadsOrder } from './past-reads.worker.js';

const dependencies = ['config', 'folder'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

interface PastRows {
  readonly list: (view: string, query: ListQuery) => Promise<{ readonly rows: readonly ShownRow[]; readonly next: string | null }>;
  readonly get: (view: string, id: string, at: string) => Promise<ShownRow | undefined>;
}

/** The error of the thread as the store throws it. */
const errorOf = (error: unknown): unknown => {
  if (!(error instanceof ThreadFailed)) return new ViewsUnavailable(error);
  if (error.of === BadCursor.name) return new BadCursor();
  return error.of === ViewsUnavailable.name || error.code?.startsWith('SQLITE_') ? new ViewsUnavailable(error) : error;
};

/** Reads rows as of a moment, on a thread of its own: started on demand, and ended when it was idle for a while. PostgreSQL has threads of its own. */
@Injectable()
export class PastReads implements OnModuleDestroy {
  private thread: AskedThread<PastQuestion> | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly hasThread: boolean;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    this.hasThread = parts.config.profile === 'embedded' && !parts.config.hasOneThread;
  }

  /** The thread, or these rows where there is none. */
  insteadOf(rows: PastRows): PastRows {
    if (!this.hasThread) return rows;
    return {
      list: (view, query) => this.ask({ ask: 'list', view, query }),
      get: (view, id, at) => this.ask({ ask: 'get', view, id, at }),
    };
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.idle);
    await this.thread?.end();
  }

  private async ask<Answer>(question: PastQuestion): Promise<Answer> {
    clearTimeout(this.idle);
    const thread = this.thread && !this.thread.hasEnded ? this.thread : this.start();
    try {
      return await thread.ask<Answer>(question);
    } catch (error) {
      throw errorOf(error);
    } finally {
      if (thread.isIdle) this.idle = setTimeout(() => void this.endIdle(thread), limits.idleThread).unref();
    }
  }

  private start(): AskedThread<PastQuestion> {
    const order: PastReadsOrder = { views: this.parts.folder.room('views') };
    const worker = new Worker(new URL('past-reads.worker.js', import.meta.url), { workerData: order, name: 'past reads' });
    this.thread = new AskedThread<PastQuestion>(worker);
    return this.thread;
  }

  private async endIdle(thread: AskedThread<PastQuestion>): Promise<void> {
    if (this.thread === thread) this.thread = undefined;
    await thread.end();
  }
}
