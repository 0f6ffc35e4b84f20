import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Decode } from '../feed/decoding.js';
import type { MemoryFeed } from '../feed/memory-feed.js';

/** Events in one look-ahead, and the limit beyond one page: looking ahead must not keep the page itself waiting forever. */
const atOneLook = 500;
const beyondOnePage = 2_000;

export interface NewerEventsDependencies {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly decode: Decode;
  readonly feed: Pick<MemoryFeed, 'waitForToken'>;
}

/** Reads events on the log after the page that is being handled. They are still handled in their turn. */
export class NewerEvents {
  private lookedUpTo = 0;
  private remaining = 0;

  constructor(
    private readonly dependencies: NewerEventsDependencies,
    private readonly calledTypes: readonly string[],
  ) {}

  /**
   * Starts a page that ends with this ordinal, perhaps for a second time: earlier look-aheads may not have been acted on, so the look-ahead starts again
   * after the page.
   */
  beginAfter(ordinal: number): void {
    this.lookedUpTo = ordinal;
    this.remaining = beyondOnePage;
  }

  /** Only events that memory has folded. */
  async read(types: readonly string[]): Promise<readonly Recorded[]> {
    const { log, decode, feed } = this.dependencies;
    const limit = Math.min(atOneLook, this.remaining);
    if (limit === 0) return [];
    const storedEvents = await log.readAll({ after: this.lookedUpTo, limit, types: [...types, ...this.calledTypes] });
    const last = storedEvents.at(-1);
    if (!last) return [];
    await feed.waitForToken(last.token);
    const events = storedEvents.map(decode);
    this.lookedUpTo = last.ordinal;
    this.remaining -= events.length;
    return events;
  }
}
