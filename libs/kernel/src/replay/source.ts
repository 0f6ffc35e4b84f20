import type { Recorded } from '@tocsin/contracts/envelope.js';

/** A recorded log, read page by page. Synchronous: a replay has its own connection and thread. */
export interface EventSource {
  /** Ascending, in pages of any size; empty at the end. */
  readonly after: (ordinal: number) => readonly Recorded[];
  readonly at: (ordinal: number) => Recorded | undefined;
}

const pageSize = 500;

/** Over events in memory, in log order. */
export const sourceOf = (events: Iterable<Recorded>): EventSource => {
  const all = [...events];
  const places = new Map(all.map(({ ordinal }, place) => [ordinal, place]));
  const indexAfter = (ordinal: number): number => {
    const knownIndex = places.get(ordinal);
    if (knownIndex !== undefined) return knownIndex + 1;
    const next = all.findIndex((event) => event.ordinal > ordinal);
    return next === -1 ? all.length : next;
  };
  return {
    after: (ordinal) => {
      const from = indexAfter(ordinal);
      return all.slice(from, from + pageSize);
    },
    at: (ordinal) => all[places.get(ordinal) ?? -1],
  };
};

export type EventsOrSource = Iterable<Recorded> | EventSource;

export const asSource = (events: EventsOrSource): EventSource => (Symbol.iterator in events ? sourceOf(events) : events);

export const eventsBetween = function* (source: EventSource, after: number, upTo: number): Iterable<Recorded> {
  for (let ordinal = after; ;) {
    const page = source.after(ordinal).filter((event) => event.ordinal <= upTo);
    if (page.length === 0) return;
    yield* page;
    ordinal = page.at(-1)!.ordinal;
  }
};
