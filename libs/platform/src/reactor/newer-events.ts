import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Decode } from '../feed/decoding.js';
import type { MemoryFeed } from '../feed/memory-feed.js';

/** Events at one look, and beyond one page: what is looked at ahead must not keep the page itself waiting for ever. */
const atOneLook = 500;
const beyondOnePage = 2_000;

interface NewerEventsParts {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly decode: Decode;
  readonly feed: Pick<MemoryFeed, 'reached'>;
}

/** What stands on the log behind the page that is being handled. Its turn comes all the same. */
export class NewerEvents {
  private lookedUpTo = 0;
  private left = 0;

  constructor(
    private readonly parts: NewerEventsParts,
    /** Types that a call follows from. */
    private readonly called: readonly string[],
  ) {}

  /**
   * A page that ends with this ordinal is being handled, perhaps again: what was looked at before may not have been done. What follows the page is
   * looked at from its beginning, so that nothing is left out between two runs.
   */
  beginAfter(ordinal: number): void {
    this.lookedUpTo = ordinal;
    this.left = beyondOnePage;
  }

  /** Memory has folded them. */
  async read(types: readonly string[]): Promise<readonly Recorded[]> {
    const { log, decode, feed } = this.parts;
    const limit = Math.min(atOneLook, this.left);
    if (limit === 0) return [];
    const stored = await log.readAll({ after: this.lookedUpTo, limit, types: [...types, ...this.called] });
    const last = stored.at(-1);
    if (!last) return [];
    await feed.reached(last.token);
    const events = stored.map(decode);
    this.lookedUpTo = last.ordinal;
    this.left -= events.length;
    return events;
  }
}
