import { group } from '../../data/alert-group.fixture.js';
import { toggled } from './selection.js';
import { places, waitingFor } from './settled.js';

const row = (id: string, minute: number, status: 'firing' | 'acknowledged' | 'resolved' = 'firing') =>
  group({ id, status, openedAt: `2026-11-21T12:${minute}:00.000Z` });

it('firing comes first, then what is in hand, the newest first in each', () => {
  const rows = [row('a', 10), row('b', 50, 'acknowledged'), row('c', 30), row('d', 40, 'resolved')];
  expect(places(rows).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
});

it('new rows wait behind a count; rows that moved or left do not', () => {
  const held = places([row('a', 10), row('b', 20)]);
  expect(waitingFor(held, places([row('a', 10, 'acknowledged'), row('c', 30)]))).toBe(1);
});

describe('the selection', () => {
  const shown = places([row('a', 40), row('b', 30), row('c', 20), row('d', 10)]);
  const select = (before: string[], id: string, isRange = false) => [...toggled(new Set(before), id, isRange, shown)].toSorted().join('');

  it('takes a row in and out', () => expect([select([], 'b'), select(['a', 'b'], 'b')]).toEqual(['b', 'a']));

  it('goes with shift from the last row to this one, in both directions', () => {
    expect([select(['b'], 'd', true), select(['d'], 'b', true), select([], 'c', true)]).toEqual(['bcd', 'bcd', 'c']);
  });
});
