import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { IndexQuery } from '@tocsin/platform/search/search-index.js';
import { tokensOf } from '@tocsin/platform/search/tokens.js';
import type { EventsQuery, NextPage } from '../event-walk.js';
import { aboutToken, actorToken, encryptedToken, streamToken, typeToken } from './event-tokens.js';
import type { HistorySearch } from './history-search.js';

const ordinalsPerAnswer = 500;
/** Events that are read in one turn of the loop: each may be long. */
const eventsPerTurn = 20;
/** Further words are only compared with what was found. */
const wordsAsked = 16;

type Criteria = Omit<IndexQuery, 'before' | 'limit'>;

/** The query for the index, which may find more: the caller compares each event. */
const criteriaOf = ({ stream, types, without, actor, about, after }: Omit<EventsQuery, 'limit'>, words: readonly string[]): Criteria => ({
  anyOf: [
    ...(types ? [types.map(typeToken)] : []),
    ...(actor === undefined ? [] : [[actorToken(actor)]]),
    ...(stream === undefined ? [] : [[streamToken(stream)]]),
    ...(about ?? []).map((id) => [aboutToken(id)]),
  ],
  noneOf: (without ?? []).map(typeToken),
  words: { prefixes: [...new Set(words.flatMap(tokensOf))].slice(0, wordsAsked), or: encryptedToken },
  after,
});

/** Whether an index answers it faster than a scan. */
export const isForIndex = ({ actor, about }: Pick<EventsQuery, 'actor' | 'about'>, words: readonly string[]): boolean =>
  actor !== undefined || (about ?? []).length > 0 || words.flatMap(tokensOf).length > 0;

/** Walks back through what the index finds. */
export const walkIndex = (
  { log, search }: { readonly log: Pick<EventLog, 'readOrdinals'>; readonly search: Pick<HistorySearch, 'find'> },
  query: Omit<EventsQuery, 'limit'>,
  words: readonly string[],
): NextPage => {
  const criteria = criteriaOf(query, words);
  let waiting: readonly number[] = [];
  let reached = 0;
  return async (before) => {
    if (waiting.length === 0) {
      const answer = await search.find({ ...criteria, before, limit: ordinalsPerAnswer });
      if (answer === null) return { events: [], before: null };
      ({ ordinals: waiting, reached } = answer);
    }
    const ordinals = waiting.slice(0, eventsPerTurn);
    waiting = waiting.slice(eventsPerTurn);
    const events = ordinals.length === 0 ? [] : (await log.readOrdinals(ordinals)).toReversed();
    return { events, before: waiting.length > 0 ? ordinals.at(-1)! : reached || null };
  };
};
