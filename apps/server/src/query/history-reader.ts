import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { searchedWords } from '@tocsin/contracts/search.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from '../http/caller.js';
import { eventsQueryOf } from './events-query.js';
import { TextFilter } from './event-text.js';
import { walkBack, type EventsQuery } from './event-walk.js';
import { showEvent, withoutBody } from './event-visibility.js';
import type { HistorySearch } from './history-search/history-search.js';
import { isForIndex, walkIndex } from './history-search/index-walk.js';
import { HttpProblem } from '../problems/problem.js';

type Dependencies = Pick<ServerParts, 'codec' | 'decode' | 'feed' | 'log' | 'redactions'>;

export interface HistoryPage {
  /** Newest first, without senders’ bodies. */
  readonly events: readonly Recorded[];
  /** The value of `before` for the next page; null: there are no more. */
  readonly next: number | null;
  /** Everything up to this ordinal was examined: newer events are requested with `after`. */
  readonly head: number;
  /** Of a search for words: how many events with encrypted names, addresses or texts were decrypted, and how many an answer decrypts at most. */
  readonly decrypted?: { readonly events: number; readonly most: number };
}

/** The reader’s filters, limited to what they may see. */
export interface HistoryQuery extends Omit<EventsQuery, 'limit' | 'text'> {
  readonly words: readonly string[];
  readonly shown: (event: StoredEvent) => Recorded;
}

/** The history as the reader may see it: lists, single events and exports use the same rules. */
export class HistoryReader {
  constructor(
    private readonly parts: Dependencies,
    private readonly search: Pick<HistorySearch, 'find' | 'isReady'>,
  ) {}

  /** Throws HttpProblem request.invalid for an invalid query. */
  async parse(query: unknown, who: Caller): Promise<HistoryQuery> {
    const { log, feed } = this.parts;
    const { q, ...selection } = await eventsQueryOf(query, { log, marks: feed.marks });
    const shown = (event: StoredEvent): Recorded => withoutBody(this.shown(this.parts.decode(event), who));
    return { ...selection, shown, words: searchedWords(q) };
  }

  /** Throws HttpProblem request.view_behind for a question that only the index can answer, while it is made. */
  async requireIndex({ about }: HistoryQuery): Promise<void> {
    if (about?.length && !(await this.search.isReady())) throw new HttpProblem('request.view_behind', {}, undefined, 5);
  }

  /** Throws as `requireIndex`. */
  async page({ shown, words, ...selection }: HistoryQuery, limit: number): Promise<HistoryPage> {
    await this.requireIndex({ shown, words, ...selection });
    const head = Math.min((await this.parts.log.head()).ordinal, selection.before - 1);
    const text = words.length > 0 ? new TextFilter(words, shown) : undefined;
    // while the index is made, the log is scanned
    const isByIndex = isForIndex(selection, words) && (await this.search.isReady());
    const found = isByIndex ? walkIndex({ log: this.parts.log, search: this.search }, selection, words) : undefined;
    const { events, next } = await walkBack(this.parts.log, { ...selection, limit, ...(text ? { text } : {}) }, found);
    const decrypted = text ? { decrypted: { events: text.decrypted, most: limits.decryptedBySearch } } : {};
    return { events: events.map(shown), next, head, ...decrypted };
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
