import type { Recorded } from '@tocsin/contracts/envelope.js';

/** A recorded log that is read piece by piece. It answers at once: whoever replays has a connection, and a thread, of its own. */
export interface EventSource {
  /** What follows an ordinal, upwards, as much as it likes at a time; nothing at the end. */
  readonly after: (ordinal: number) => readonly Recorded[];
  readonly at: (ordinal: number) => Recorded | undefined;
}

const pageSize = 500;

/** Events that are in memory already, in log order. */
export const sourceOf = (events: Iterable<Recorded>): EventSource => {
  const all = [...events];
  const places = new Map(all.map(({ ordinal }, place) => [ordinal, place]));
  const placeAfter = (ordinal: number): number => {
    const known = places.get(ordinal);
    if (known !== undefined) return known + 1;
    const next = all.findIndex((event) => event.ordinal > ordinal);
    return next === -1 ? all.length : next;
  };
  return {
    after: (ordinal) => {
      const from = placeAfter(ordinal);
      return all.slice(from, from + pageSize);
    },
    at: (ordinal) => all[places.get(ordinal) ?? -1],
  };
};

export type EventsOrSource = Iterable<Recorded> | EventSource;

export const asSource = (events: EventsOrSource): EventSource => (Symbol.iterator in events ? sourceOf(events) : events);
