import type { Recorded } from '@tocsin/contracts/envelope.js';
import { searchedWords } from '@tocsin/contracts/search.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from '../http/caller.js';
import { eventsQueryOf } from './events-query.js';
import { createTextFilter } from './event-text.js';
import { walkBack, type EventsQuery } from './event-walk.js';
import { showEvent, withoutBody } from './event-visibility.js';

type Dependencies = Pick<ServerParts, 'codec' | 'decode' | 'feed' | 'log' | 'redactions'>;

export interface HistoryPage {
  /** Newest first, without senders’ bodies. */
  readonly events: readonly Recorded[];
  /** The value of `before` for the next page; null: there are no more. */
  readonly next: number | null;
  /** Everything up to this ordinal was examined: newer events are requested with `after`. */
  readonly head: number;
}

/** The reader’s filters, limited to what they may see. */
export interface HistoryQuery extends Omit<EventsQuery, 'limit'> {
  readonly shown: (event: StoredEvent) => Recorded;
}

/** The history as the reader may see it: lists, single events and exports use the same rules. */
export class HistoryReader {
  constructor(private readonly parts: Dependencies) {}

  /** Throws HttpProblem request.invalid for an invalid query. */
  async parse(query: unknown, who: Caller): Promise<HistoryQuery> {
    const { log, feed } = this.parts;
    const { q, ...selection } = await eventsQueryOf(query, { log, marks: feed.marks });
    const shown = (event: StoredEvent): Recorded => withoutBody(this.shown(this.parts.decode(event), who));
    const words = searchedWords(q);
    return { ...selection, shown, ...(words.length > 0 ? { matchesText: createTextFilter(words, shown) } : {}) };
  }

  async page({ shown, ...selection }: HistoryQuery, limit: number): Promise<HistoryPage> {
    const head = (await this.parts.log.head()).ordinal;
    const { events, next } = await walkBack(this.parts.log, { ...selection, limit });
    return { events: events.map(shown), next, head };
  }

  /** One event with its body. */
  async event(ordinal: number, who: Caller): Promise<Recorded | undefined> {
    const [stored] = await this.parts.log.readOrdinals([ordinal]);
    return stored && this.shown(this.parts.codec.decode(stored), who);
  }

  private shown(event: Recorded, who: Caller): Recorded {
    return showEvent(this.parts.redactions.redact(event), who);
  }
}
