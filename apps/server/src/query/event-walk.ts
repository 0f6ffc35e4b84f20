import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Meta } from '@tocsin/contracts/envelope.js';
import type { EventLog, StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** Which events are asked for: all of these that are given. */
export interface WantedEvents {
  readonly stream: string | undefined;
  readonly types: readonly string[] | undefined;
  readonly without: readonly string[] | undefined;
  readonly actor: string | undefined;
  /** Ordinals, exclusive. */
  readonly after: number;
  readonly before: number;
  /** Asked last, of what all the others let through. */
  readonly says?: (event: StoredEvent) => boolean;
  readonly limit: number;
}

/** Stored events, the newest first, and the ordinal before which it goes on; null: there is nothing more. */
export interface FoundEvents {
  readonly events: readonly StoredEvent[];
  readonly next: number | null;
}

/** How far one request looks back for what a filter lets through; the answer says where to go on. */
const scanned = 5_000;
/** Events that are looked at in one turn of the loop. */
const eventsPerTurn = 100;
/** An answer ends with the event that makes it this long. */
const charactersPerAnswer = 2 * 1024 * 1024;

/** Pages of events downwards; an empty one is the end. */
type NextPage = () => Promise<readonly StoredEvent[]>;

const ofLog = (log: EventLog, { types }: WantedEvents, before: number): NextPage => {
  let from = before;
  return async () => {
    const page = await log.readBack({ before: from, limit: eventsPerTurn, ...(types ? { types } : {}) });
    from = page.at(-1)?.ordinal ?? from;
    return page;
  };
};

/** The revision of the first event of a stream at or after an ordinal: found by halves, since both only grow. */
const revisionAt = async (log: EventLog, stream: string, ordinal: number): Promise<number> => {
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

const ofStream = async (log: EventLog, stream: string, before: number): Promise<NextPage> => {
  let from = await revisionAt(log, stream, before);
  return async () => {
    const page = await log.readStreamBack({ stream, before: from, limit: eventsPerTurn });
    from = page.at(-1)?.revision ?? from;
    return page;
  };
};

/** Looked at before an event is decoded: metadata is short, what happened may be long. */
const fitting = ({ types, without, actor, says }: WantedEvents) => {
  const isType = ({ type }: StoredEvent): boolean => types?.includes(type) !== false && !without?.includes(type);
  const isBy = ({ meta }: StoredEvent): boolean => actor === undefined || (JSON.parse(meta) as Meta).actor.id === actor;
  return (event: StoredEvent): boolean => isType(event) && isBy(event) && says?.(event) !== false;
};

/** Walks the log, or a stream, downwards. Of what others have written it holds one short page at a time, and lets others go on in between. */
export const walkedBack = async (log: EventLog, wanted: WantedEvents): Promise<FoundEvents> => {
  const before = Math.min(wanted.before, (await log.head()).ordinal + 1);
  const nextPage = wanted.stream === undefined ? ofLog(log, wanted, before) : await ofStream(log, wanted.stream, before);
  const fits = fitting(wanted);
  const events: StoredEvent[] = [];
  let characters = 0;
  let next = before;
  for (let seen = 0; seen < scanned;) {
    await nextTurn();
    const page = await nextPage();
    if (page.length === 0) return { events, next: null };
    for (const event of page) {
      if (event.ordinal <= wanted.after) return { events, next: null };
      next = event.ordinal;
      if (!fits(event)) continue;
      events.push(event);
      characters += event.data.length;
      const isFull = events.length === wanted.limit || characters >= charactersPerAnswer;
      if (isFull) return { events, next: isFirst(event, wanted) ? null : next };
    }
    seen += page.length;
  }
  return { events, next };
};

const isFirst = ({ ordinal, revision }: StoredEvent, { stream, after }: WantedEvents): boolean =>
  ordinal === after + 1 || (stream !== undefined && revision === 0);
