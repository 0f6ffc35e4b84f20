import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { maxOnTop, withNewer, type EventPages } from './newer-events.js';
import type { EventsPage } from './use-events.js';

const events = (from: number, to: number): Recorded[] =>
  Array.from({ length: from - to + 1 }, (_, n) => partOf<Recorded>({ ordinal: from - n }));
const page = (from: number, to: number, next: number | null, head: number): EventsPage => ({ events: events(from, to), next, head });
const firstPages: EventPages = { pages: [page(100, 51, 51, 100), page(50, 1, null, 100)], pageParams: [null, 51] };
const ordinals = ({ pages }: EventPages): number[] => pages.flatMap(({ events: pageEvents }) => pageEvents.map(({ ordinal }) => ordinal));

describe('history with newer events', () => {
  it('has them on top, once, and goes on after them', () => {
    const both = withNewer(firstPages, page(103, 101, null, 103));
    expect(ordinals(both)).toEqual(ordinals({ pages: [page(103, 1, null, 103)], pageParams: [] }));
    expect([both.pages[0]!.head, both.pages[0]!.next, both.pageParams]).toEqual([103, 51, [null, 51]]);
  });

  it('without any is looked through further', () => {
    const both = withNewer(firstPages, { events: [], next: null, head: 130 });
    expect([ordinals(both), both.pages[0]!.head]).toEqual([ordinals(firstPages), 130]);
  });

  it('begins anew where more are newer than were read: nothing is left out between them', () => {
    expect(withNewer(firstPages, page(900, 701, 701, 900))).toEqual({ pages: [page(900, 701, 701, 900)], pageParams: [null] });
  });

  it('does not grow for ever', () => {
    let grown = firstPages;
    for (let head = 101; head < 1_000; head += 1) grown = withNewer(grown, page(head, head, null, head));
    expect(ordinals(grown).length).toBeLessThanOrEqual(maxOnTop.events + 50);
    const last = grown.pages.at(-1)!;
    expect(last.next).toBe(last.events.at(-1)!.ordinal);
  });
});
