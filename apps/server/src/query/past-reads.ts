import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import PQueue from 'p-queue';
import { limits } from '@tocsin/contracts/limits.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { AskedThread, ThreadFailed } from '@tocsin/platform/threads/asked-thread.js';
import { StreamFold, type StreamFoldDependencies } from '@tocsin/platform/views/stream-fold.js';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import { ViewsUnavailable, type ListQuery, type ShownRow } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem } from '../problems/problem.js';
import { SharedThread } from './shared-thread.js';
import { readFilm, type FilmQuestion } from './films/read-film.js';
import type { FoldQuestion, PastQuestion, PastReadsOrder } from './past-reads.worker.js';
import { partOfView } from './view-definitions.js';

const dependencies = ['config', 'folder', 'log', 'decode', 'redactions'] as const;
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

/** Films that wait where there is no thread for them. */
const filmsWaiting = 4;

/** Reads rows as of a moment, and films, on a thread of its own: started on demand, and ended when it was idle for a while. PostgreSQL has threads of its own. */
@Injectable()
export class PastReads implements OnModuleDestroy {
  private thread: AskedThread<PastQuestion> | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly hasThread: boolean;
  /** Without a thread: one after the other. */
  private readonly films = new PQueue({ concurrency: 1 });
  private readonly closing = new AbortController();

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly shared: SharedThread,
  ) {
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

  /** A row that is made of one stream, as of an ordinal or before a mark. */
  foldRow(question: FoldQuestion): Promise<ShownRow | undefined> {
    const { view, id, before, upTo } = question;
    if (this.hasThread) return this.ask({ ask: 'fold', ...question });
    return new StreamFold(this.restful(this.closing.signal)).foldRow(partOfView(view, before)!, id, upTo);
  }

  /** As JSON; null: there is no such group. Throws HttpProblem limit.rate when too many wait; rejects once the signal is aborted. */
  film(question: FilmQuestion, signal: AbortSignal): Promise<string | null> {
    if (this.hasThread) return this.ask({ ask: 'film', ...question });
    if (this.films.size >= filmsWaiting) throw new HttpProblem('limit.rate', { seconds: 5 }, undefined, 5);
    return this.films.add(() => readFilm(this.restful(signal), question), { signal });
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.idle);
    await this.thread?.end();
  }

  /** The log for readers on the thread that pages. */
  private restful(signal: AbortSignal): StreamFoldDependencies {
    const { log, decode, redactions } = this.parts;
    return { log: this.shared.restful(log, signal), decode: (stored: StoredEvent) => redactions.redact(decode(stored)) };
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
    const { folder, config } = this.parts;
    const rooms = { log: folder.room('log'), vault: folder.room('vault'), views: folder.room('views') };
    const order: PastReadsOrder = { rooms, masterKey: config.masterKey };
    const worker = new Worker(new URL('past-reads.worker.js', import.meta.url), { workerData: order, name: 'past reads' });
    this.thread = new AskedThread<PastQuestion>(worker);
    return this.thread;
  }

  private async endIdle(thread: AskedThread<PastQuestion>): Promise<void> {
    if (this.thread === thread) this.thread = undefined;
    await thread.end();
  }
}
