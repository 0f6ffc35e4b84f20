import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { EventLog, StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import type { TextFilter } from './event-text.js';

/** Which events are wanted: those that meet all given criteria. */
export interface EventsQuery {
  readonly stream: string | undefined;
  readonly types: readonly string[] | undefined;
  readonly without: readonly string[] | undefined;
  readonly actor: string | undefined;
  /** Ids of people, teams, services and other things that an event must all be about. */
  readonly about?: readonly string[];
  /** Ordinals, exclusive. */
  readonly after: number;
  readonly before: number;
  /** Checked last, on events that meet all other criteria. */
  readonly text?: Pick<TextFilter, 'decrypted' | 'isMatching'>;
  readonly limit: number;
}

/** Stored events, newest first, and the ordinal before which the next page starts; null: there are no more. */
export interface EventsPage {
  readonly events: readonly StoredEvent[];
  readonly next: number | null;
}

/** Events scanned per request with a filter; the response says where to continue. */
const scanned = 5_000;
/** Events that are examined in one turn of the event loop. */
const eventsPerTurn = 100;
/** An answer ends with the event with which it reaches this length. */
const charactersPerAnswer = 2 * 1024 * 1024;

/** Events going back, and the ordinal before which there are further ones; null: there are none. */
export interface WalkedPage {
  readonly events: readonly StoredEvent[];
  readonly before: number | null;
}
export type NextPage = (before: number) => Promise<WalkedPage>;

const toPage = (events: readonly StoredEvent[]): WalkedPage => ({ events, before: events.at(-1)?.ordinal ?? null });

const walkLog =
  (log: EventLog, { types }: EventsQuery): NextPage =>
  async (before) =>
    toPage(await log.readBack({ before, limit: eventsPerTurn, ...(types ? { types } : {}) }));

/** The revision of the first event of a stream at or after an ordinal. A binary search, because both increase. */
const findRevision = async (log: EventLog, stream: string, ordinal: number): Promise<number> => {
  const [last] = await log.readStreamBack({ stream, limit: 1 });
  if (!last || last.ordinal < ordinal) return (last?.revision ?? -1) + 1;
  let [low, high] = [0, last.revision];
  while (low < high) {
    await nextTurn();
    const middle = (low + high) >> 1;
    const [event] = await log.readStream(stream, middle, 1);
    if (event!.ordinal < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
};

const walkStream = async (log: EventLog, stream: string, before: number): Promise<NextPage> => {
  let from = await findRevision(log, stream, before);
  return async () => {
    const page = await log.readStreamBack({ stream, before: from, limit: eventsPerTurn });
    from = page.at(-1)?.revision ?? from;
    return toPage(page);
  };
};

/** Checked before an event is decoded: metadata is short, data may be long. */
const createFilter = ({ types, without, actor, stream, text }: EventsQuery) => {
  const isType = ({ type }: StoredEvent): boolean => types?.includes(type) !== false && !without?.includes(type);
  const isBy = ({ meta }: StoredEvent): boolean => actor === undefined || (JSON.parse(meta) as Meta).actor.id === actor;
  const isIn = (event: StoredEvent): boolean => stream === undefined || event.stream === stream;
  return (event: StoredEvent): boolean => isType(event) && isIn(event) && isBy(event) && text?.isMatching(event) !== false;
};

/** Walks the log, a stream, or what an index found, backwards. Holds one bounded page at a time, and yields to the event loop in between. */
export const walkBack = async (log: EventLog, query: EventsQuery, found?: NextPage): Promise<EventsPage> => {
  const before = Math.min(query.before, (await log.head()).ordinal + 1);
  const nextPage = found ?? (query.stream === undefined ? walkLog(log, query) : await walkStream(log, query.stream, before));
  const isMatching = createFilter(query);
  const events: StoredEvent[] = [];
  let characters = 0;
  let next = before;
  for (let scannedCount = 0; scannedCount < scanned;) {
    await nextTurn();
    const page = await nextPage(next);
    for (const event of page.events) {
      if (event.ordinal <= query.after) return { events, next: null };
      next = event.ordinal;
      if (!isMatching(event)) continue;
      events.push(event);
      characters += event.data.length;
      const isFull = events.length === query.limit || characters >= charactersPerAnswer;
      if (isFull) return { events, next: isFirst(event, query) ? null : next };
    }
    if (page.before === null || page.before <= query.after + 1) return { events, next: null };
    next = page.before;
    // an index may have looked in vain for as long as it may
    scannedCount += Math.max(page.events.length, eventsPerTurn);
    if (query.text && query.text.decrypted >= limits.decryptedBySearch) break;
  }
  return { events, next };
};

const isFirst = ({ ordinal, revision }: StoredEvent, { stream, after }: EventsQuery): boolean =>
  ordinal === after + 1 || (stream !== undefined && revision === 0);
