import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Names } from './names.js';

/** The same names, with the recipients of pages that start in these events. */
export function withPages(names: Names, events: readonly Recorded[]): Names {
  const started = events.filter(({ type }) => type === 'PageStarted').map(({ data }) => data as FactOf<'PageStarted'>);
  if (started.length === 0) return names;
  const people = new Map(started.map(({ pageId, personId }) => [pageId, personId]));
  return { ...names, page: (pageId) => (people.has(pageId) ? names.person(people.get(pageId)) : names.page(pageId)) };
}
