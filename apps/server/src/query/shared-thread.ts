import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';

/** Milliseconds after one page at most: a reader that waited for its client has not worked. */
const longestRest = 250;

/** For readers without a thread of their own: together they take at most half of the time of the thread that pages. */
@Injectable()
export class SharedThread {
  private freeAt = 0;

  /** The log, read with a rest after each page, for as long as the page took. Rejects once the signal is aborted. */
  restful(log: Pick<EventLog, 'readStream'>, signal: AbortSignal): Pick<EventLog, 'readStream'> {
    let readAt: number | null = null;
    return {
      readStream: async (...page) => {
        if (readAt !== null) await this.rest(performance.now() - readAt, signal);
        signal.throwIfAborted();
        const events = await log.readStream(...page);
        readAt = performance.now();
        return events;
      },
    };
  }

  private async rest(took: number, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.freeAt = Math.max(this.freeAt, now) + Math.min(took, longestRest);
    await pause(this.freeAt - now, undefined, { signal });
  }
}
