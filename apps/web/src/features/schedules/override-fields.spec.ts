import { ids } from '../../data/words/names.fixture.js';
import { changedMeanwhile, everyone, fieldsOf, newOverride, nobody, noOne, overrideActs } from './override-fields.js';

const [from, to] = ['2026-11-28T09:00:00.000Z', '2026-11-28T17:00:00.000Z'];
const stretch = { from: Date.parse(from), to: Date.parse(to) };
const override = { overrideId: ids.page, kind: 'replace' as const, personId: ids.bo, replacesId: ids.ana, from, to, reason: 'dentist' };
const why = { kind: 'override', overrideId: ids.page, replacesId: null } as const;
const planned = { final: [{ personId: ids.ana, from, to, why }], gaps: [] };

it('adds an override once it is known who, and who is on call then', () => {
  expect(overrideActs(newOverride(stretch, ''), planned)).toEqual([]);
  expect(overrideActs(newOverride(stretch, ids.bo), undefined)).toEqual([]);
  expect(overrideActs(newOverride({ from: stretch.to, to: stretch.from }, ids.bo), planned)).toEqual([]);
  const { overrideId: _id, ...added } = { ...override, reason: '' };
  expect(overrideActs(newOverride(stretch, ids.bo), planned)).toEqual([{ type: 'AddOverrides', data: { overrides: [added] } }]);
});

it('does nothing where they are on call already', () => expect(overrideActs(newOverride(stretch, ids.ana), planned)).toEqual([]));

it.each([
  [override],
  [{ ...override, kind: 'add' as const, replacesId: null }],
  [{ ...override, kind: 'remove' as const, replacesId: null }],
  [{ ...override, kind: 'remove_everybody' as const, personId: null, replacesId: null }],
])('changes one as it is, where nothing was typed (%#)', (of) =>
  expect(overrideActs(fieldsOf(of), undefined)).toEqual([{ type: 'ChangeOverride', data: of }]),
);

it.each([
  ['until when', { to: stretch.to + 3_600_000 }, { to: '2026-11-28T18:00:00.000Z' }],
  ['who', { who: ids.carla }, { personId: ids.carla }],
  ['instead of whom', { place: nobody }, { kind: 'add', replacesId: null }],
  ['that no one is', { who: noOne }, { kind: 'remove', personId: ids.ana, replacesId: null }],
  ['that no one is at all', { who: noOne, place: everyone }, { kind: 'remove_everybody', personId: null, replacesId: null }],
  ['why', { reason: ' school ' }, { reason: 'school' }],
])('changes %s', (_what, part, expected) =>
  expect(overrideActs({ ...fieldsOf(override), ...part }, undefined)).toMatchObject([{ data: { overrideId: ids.page, ...expected } }]),
);

it('changes one override into one: in the place of everyone is to join', () =>
  expect(overrideActs({ ...fieldsOf(override), place: everyone }, planned)).toMatchObject([{ data: { kind: 'add', replacesId: null } }]));

it('shows nothing of a reason that was redacted', () => expect(fieldsOf({ ...override, reason: { erased: true } }).reason).toBe(''));

it('tells what somebody else made of it meanwhile', () => {
  const longer = { ...override, to: '2026-11-28T20:00:00.000Z' };
  expect(changedMeanwhile(override, [{ ...override }])).toBeNull();
  expect(changedMeanwhile(override, [longer])).toEqual(longer);
  expect(changedMeanwhile(override, [])).toBe('removed');
});
