import { group } from '../../../data/words/alert-group.fixture.js';
import { partsOf } from './parts.js';
import { toggled } from './selection.js';
import { extended, idsIn, rowsById, sectionRowsOf, waitingFor, type SectionRows } from './settled.js';
import type { Section } from './use-sections.js';

const section = (part: Section['part'], ids: string, total = ids.length, left = ''): Section => ({
  part,
  rows: ids.split('').map((id) => group({ id, status: partsOf[part].status })),
  left: new Map(left.split('').map((id) => [id, group({ id, status: 'resolved' })])),
  total,
  more: () => Promise.resolve(),
});
const stands = (firing: string, acknowledged = '', total = firing.length): readonly SectionRows[] =>
  sectionRowsOf([section('firing.high', firing, total), section('acknowledged', acknowledged)]);
const shown = (all: readonly SectionRows[]) => all.map(({ ids }) => ids.join(''));
const grown = (held: readonly SectionRows[], wanted: readonly SectionRows[]) => extended(held, wanted, idsIn(held));

describe('a list that is held', () => {
  it('lets new rows wait behind a count; rows that moved or left do not', () => {
    const held = stands('ba', 'x');
    expect(waitingFor(idsIn(held), stands('cb', 'ax'))).toBe(1);
    expect(shown(grown(held, stands('cb', 'ax')))).toEqual(['ba', 'x']);
  });

  it('takes in older rows that were loaded meanwhile, in the places kept for them', () => {
    const held = stands('dc', 'x', 5);
    expect(shown(grown(held, stands('fedcba', 'x', 8)))).toEqual(['dcba', 'x']);
    expect(waitingFor(idsIn(stands('dcba', 'x')), stands('fedcba', 'x'))).toBe(2);
  });

  it('moves nothing below it: what comes to its end without a place waits', () => {
    expect(shown(grown(stands('dc', 'x'), stands('dcb', 'x')))).toEqual(['dc', 'x']);
    expect(shown(grown(stands('', 'x', 0), stands('b', 'x')))).toEqual(['', 'x']);
  });

  it('stays the same list while nothing is added: it is not drawn again for that', () => {
    const held = stands('ba');
    expect(grown(held, stands('cb'))).toBe(held);
  });

  it('knows of each row how it is now, wherever it stands', () => {
    const known = rowsById([section('firing.high', 'b', 1, 'ac'), section('acknowledged', 'a')]);
    expect(['a', 'b', 'c'].map((id) => known.get(id)?.status)).toEqual(['acknowledged', 'firing', 'resolved']);
  });
});

describe('the selection', () => {
  const order = ['a', 'b', 'c', 'd'];
  const select = (before: string[], id: string, isRange = false) => [...toggled(new Set(before), id, isRange, order)].toSorted().join('');

  it('takes a row in and out', () => expect([select([], 'b'), select(['a', 'b'], 'b')]).toEqual(['b', 'a']));

  it('goes with shift from the last row to this one, in both directions', () => {
    expect([select(['b'], 'd', true), select(['d'], 'b', true), select([], 'c', true)]).toEqual(['bcd', 'bcd', 'c']);
  });
});
