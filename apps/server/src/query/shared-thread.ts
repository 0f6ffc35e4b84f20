import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';

type Pages = Pick<EventLog, 'readStream' | 'readAll'>;

/** Milliseconds after one page at most: a reader that waited for its client has not worked. */
const longestRest = 250;

/** For readers without a thread of their own: together they take at most half of the time of the thread that pages. */
@Injectable()
export class SharedThread {
  private freeAt = 0;

  /** The log, read with a rest after each page, for as long as the page took. Rejects once the signal is aborted. */
  restful(log: Pages, signal: AbortSignal): Pages {
    let readAt: number | null = null;
    const read = async <Page>(readPage: () => Promise<Page>): Promise<Page> => {
      if (readAt !== null) await this.rest(performance.now() - readAt, signal);
      signal.throwIfAborted();
      const events = await readPage();
      readAt = performance.now();
      return events;
    };
    return {
      readStream: (...page) => read(() => log.readStream(...page)),
      readAll: (query) => read(() => log.readAll(query)),
    };
  }

  private async rest(took: number, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.freeAt = Math.max(this.freeAt, now) + Math.min(took, longestRest);
    await pause(this.freeAt - now, undefined, { signal });
  }
}
