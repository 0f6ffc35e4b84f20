import { Worker } from 'node:worker_threads';
import type { IndexAnswer, IndexQuery } from '@tocsin/platform/search/search-index.js';
import { AskedThread } from '@tocsin/platform/threads/asked-thread.js';
import type { ReadPage } from './search-keeper.js';
import type { PageAsked, PageGiven, SearchOrder, SearchQuestion } from './search.worker.js';

/** The thread that makes the index of the history and searches it: it reads the log itself if it can, else it asks for pages. */
export class SearchThread {
  private readonly thread: AskedThread<SearchQuestion>;

  constructor(
    order: SearchOrder,
    private readonly readPage: ReadPage,
  ) {
    const worker = new Worker(new URL('search.worker.js', import.meta.url), { workerData: order, name: 'search' });
    this.thread = new AskedThread(worker, (message) => void this.handOver(message as PageAsked));
  }

  get hasEnded(): Error | null {
    return this.thread.hasEnded;
  }

  keepUp(): Promise<number> {
    return this.thread.ask({ ask: 'keepUp' });
  }

  find(query: IndexQuery): Promise<IndexAnswer | null> {
    return this.thread.ask({ ask: 'find', query });
  }

  /** What is written is complete or absent. */
  close(): Promise<void> {
    return this.thread.end();
  }

  private async handOver({ after, types }: PageAsked): Promise<void> {
    const events = await Promise.resolve(this.readPage(after, types)).catch(() => null);
    this.thread.tell({ events } satisfies PageGiven);
  }
}
