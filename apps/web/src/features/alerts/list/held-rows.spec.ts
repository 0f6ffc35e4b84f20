import { group } from '../shared/alert-group.fixture.js';
import { partsOf } from './parts.js';
import { toggle } from './selection.js';
import { countMoved, extendRows, idsIn, rowsById, sectionRowsOf, waitingFor, type SectionRows } from './held-rows.js';
import type { Section } from './use-sections.js';

const section = (part: Section['part'], ids: string, total = ids.length, left = ''): Section => ({
  key: part,
  group: part,
  part,
  rows: ids.split('').map((id) => group({ id, status: partsOf[part].status })),
  left: new Map(left.split('').map((id) => [id, group({ id, status: 'resolved' })])),
  total,
  more: () => Promise.resolve(),
});
const stands = (firing: string, acknowledged = '', total = firing.length): readonly SectionRows[] =>
  sectionRowsOf([section('firing.high', firing, total), section('acknowledged', acknowledged)]);
const idsText = (all: readonly SectionRows[]) => all.map(({ ids }) => ids.join(''));
const extend = (before: readonly SectionRows[], wanted: readonly SectionRows[]) => extendRows(before, wanted, idsIn(before));

describe('a list that is held', () => {
  it('lets new rows wait behind a count; rows that moved or left do not', () => {
    const before = stands('ba', 'x');
    expect(waitingFor(idsIn(before), stands('cb', 'ax'))).toBe(1);
    expect(idsText(extend(before, stands('cb', 'ax')))).toEqual(['ba', 'x']);
  });

  it('takes in older rows that were loaded meanwhile, in the places kept for them', () => {
    const before = stands('dc', 'x', 5);
    expect(idsText(extend(before, stands('fedcba', 'x', 8)))).toEqual(['dcba', 'x']);
    expect(waitingFor(idsIn(stands('dcba', 'x')), stands('fedcba', 'x'))).toBe(2);
  });

  it('moves nothing below it: what comes to its end without a place waits', () => {
    expect(idsText(extend(stands('dc', 'x'), stands('dcb', 'x')))).toEqual(['dc', 'x']);
    expect(idsText(extend(stands('', 'x', 0), stands('b', 'x')))).toEqual(['', 'x']);
  });

  it('counts under a heading only what still belongs there', () => {
    const known = rowsById([section('acknowledged', 'ba'), section('firing.high', 'c')]);
    expect([...countMoved(stands('cba', ''), known)]).toEqual([
      ['firing.high', 2],
      ['acknowledged', 0],
    ]);
  });

  it('stays the same list while nothing is added: it is not drawn again for that', () => {
    const before = stands('ba');
    expect(extend(before, stands('cb'))).toBe(before);
  });

  it('knows of each row how it is now, wherever it stands', () => {
    const known = rowsById([section('firing.high', 'b', 1, 'ac'), section('acknowledged', 'a')]);
    expect(['a', 'b', 'c'].map((id) => known.get(id)?.status)).toEqual(['acknowledged', 'firing', 'resolved']);
  });
});

describe('the selection', () => {
  const order = ['a', 'b', 'c', 'd'];
  const select = (before: string[], id: string, isRange = false) => [...toggle(new Set(before), id, isRange, order)].toSorted().join('');

  it('takes a row in and out', () => expect([select([], 'b'), select(['a', 'b'], 'b')]).toEqual(['b', 'a']));

  it('goes with shift from the last row to this one, in both directions', () => {
    expect([select(['b'], 'd', true), select(['d'], 'b', true), select([], 'c', true)]).toEqual(['bcd', 'bcd', 'c']);
  });
});
