import type { InfiniteData } from '@tanstack/react-query';
import type { EventsPage } from './use-events.js';

export type EventPages = InfiniteData<EventsPage, number | null>;

/** Limit of the growing first page; beyond it, the page is cut, and the rest is read again further down. */
export const maxOnTop = { events: 400, kept: 100 } as const;

/**
 * The history with newer events on top. When there are more newer events than were read, the list starts again with them,
 * and the events in between are loaded by scrolling.
 */
export function withNewer({ pages, pageParams }: EventPages, newer: EventsPage): EventPages {
  const [first, ...older] = pages;
  const { head, next } = newer;
  if (!first || next !== null) return pagesOf(newer);
  const events = [...newer.events, ...first.events];
  const cut = events.slice(0, maxOnTop.kept);
  if (events.length > maxOnTop.events) return pagesOf({ head, events: cut, next: cut.at(-1)!.ordinal });
  return { pages: [{ ...first, events, head }, ...older], pageParams };
}

const pagesOf = (page: EventsPage): EventPages => ({ pages: [page], pageParams: [null] });
