import { Worker } from 'node:worker_threads';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { IndexAnswer, IndexQuery } from '@tocsin/platform/search/search-index.js';
import type { ReadPage } from './search-keeper.js';
import type { FromSearch, SearchOrder, ToSearch } from './search.worker.js';

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

type Question = { readonly kind: 'keepUp' } | { readonly kind: 'find'; readonly query: IndexQuery };

/** The thread that makes the index of the history and searches it: it reads the log itself if it can, else it asks for pages. */
export class SearchThread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;
  hasEnded: Error | null = null;

  constructor(
    order: SearchOrder,
    private readonly readPage: ReadPage,
  ) {
    this.worker = new Worker(new URL('search.worker.js', import.meta.url), { workerData: order, name: 'search' });
    this.worker.on('message', (message: FromSearch) => this.handle(message));
    onThreadEnd(this.worker, (error) => {
      this.hasEnded = error ?? new Error('the thread that searches the history has ended');
      for (const { reject } of this.waiting.values()) reject(this.hasEnded);
      this.waiting.clear();
    });
  }

  keepUp(): Promise<number> {
    return this.ask({ kind: 'keepUp' });
  }

  find(query: IndexQuery): Promise<IndexAnswer | null> {
    return this.ask({ kind: 'find', query });
  }

  /** What is written is complete or absent. */
  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private ask<Answer>(question: Question): Promise<Answer> {
    if (this.hasEnded) return Promise.reject(this.hasEnded);
    this.asked += 1;
    const n = this.asked;
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(n, { resolve, reject });
      this.send({ ...question, n });
    });
  }

  private handle(message: FromSearch): void {
    if (message.kind === 'page') return void this.handOver(message.after, message.types);
    const waiting = this.waiting.get(message.n);
    this.waiting.delete(message.n);
    if (message.kind === 'done') waiting?.resolve(message.answer as never);
    else waiting?.reject(Object.assign(new Error(message.message), { code: message.code }));
  }

  private async handOver(after: number, types: readonly string[] | undefined): Promise<void> {
    const events = await Promise.resolve(this.readPage(after, types)).catch(() => null);
    this.send({ kind: 'page', events });
  }

  private send(message: ToSearch): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    this.worker.postMessage(message);
  }
}
