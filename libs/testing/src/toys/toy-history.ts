import * as fc from 'fast-check';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { midnightOf, dayOf, addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { toyEvent } from './toy-views.js';

const begin = toMillis('2026-11-20T22:30:00.000Z');
const day = 86_400_000;

/** An instant within the toys’ four days, often a midnight or a millisecond around it. */
export const someInstant: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -1000, max: 4 * day }).map((millis) => toInstant(begin + millis)),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -1, max: 1 }))
    .map(([days, millis]) => addMillis(midnightOf(dayOf(toInstant(begin + days * day))), day + millis)),
);

const id = fc.constantFrom('t1', 't2', 't3', 't4', 't5', 't6');
const board = fc.constantFrom('red', 'blue', null);
const fact = fc.oneof(
  fc
    .record({ id, board, title: fc.constantFrom('', 'Ärger', 'zz', '漢字', '🔥 smoke'), size: fc.integer({ min: -3, max: 3 }) })
    .map((data) => ({ type: 'TicketOpened', data: data as unknown })),
  fc
    .record({ id, state: fc.constantFrom('open', 'held', 'done'), note: fc.constantFrom(undefined, 'why') })
    .map((data) => ({ type: 'TicketMoved', data: data as unknown })),
  id.map((one) => ({ type: 'TicketRemoved', data: { id: one } as unknown })),
  board.map((one) => ({ type: 'BoardRenamed', data: { board: one ?? 'all', name: `${one} again` } as unknown })),
  fc.constant({ type: 'SomethingElse', data: {} }),
);

/** A history of the toys over some days: most events in order, some in the same millisecond, some by a clock that is behind. */
export const someHistory: fc.Arbitrary<Recorded[]> = fc
  .array(fc.record({ fact, at: someInstant, isTogether: fc.boolean(), isLate: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }), {
    minLength: 1,
    maxLength: 60,
    size: 'max',
  })
  .map((items) => {
    const instants = items.map((item) => item.at).toSorted();
    return items.map(({ fact: { type, data }, isTogether, isLate }, index) => {
      const at = instants[isTogether && index > 0 ? index - 1 : index]!;
      return toyEvent(index + 1, isLate ? addMillis(at, -90_000) : at, type, data);
    });
  });
