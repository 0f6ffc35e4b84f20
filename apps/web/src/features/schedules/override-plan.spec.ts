import { ids } from '../../data/words/names.fixture.js';
import { overridesFor, type OverrideRequest } from './override-plan.js';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 28, hour)).toISOString();
const why = { kind: 'rotation', version: 1, layerId: ids.primary, slotId: ids.primary, from: at(0), to: at(24) } as const;
const shift = (personId: string, from: number, to: number) => ({ personId, from: at(from), to: at(to), why });
const request = (part: Partial<OverrideRequest> = {}): OverrideRequest => ({
  from: Date.parse(at(9)),
  to: Date.parse(at(17)),
  personId: ids.bo,
  insteadOf: 'everyone',
  reason: ' dentist ',
  ...part,
});
const short = (overrides: ReturnType<typeof overridesFor>) =>
  overrides.map(({ kind, personId, replacesId, from, to }) => [kind, personId, replacesId, from, to]);

it('replaces everyone on call, each for as long as they were to be', () => {
  const final = [shift(ids.ana, 0, 12), shift(ids.carla, 12, 24)];
  expect(short(overridesFor(request(), { final, gaps: [] }))).toEqual([
    ['replace', ids.bo, ids.ana, at(9), at(12)],
    ['replace', ids.bo, ids.carla, at(12), at(17)],
  ]);
});

it('joins turns that follow each other, and leaves alone who is on call already', () => {
  const final = [shift(ids.ana, 0, 10), shift(ids.ana, 10, 12), shift(ids.bo, 12, 24)];
  expect(short(overridesFor(request(), { final, gaps: [] }))).toEqual([['replace', ids.bo, ids.ana, at(9), at(12)]]);
});

it('replaces two who are on call together, each', () => {
  const final = [shift(ids.ana, 0, 24), shift(ids.carla, 0, 24)];
  expect(short(overridesFor(request(), { final, gaps: [] })).map(([, , replaced]) => replaced)).toEqual([ids.ana, ids.carla]);
});

it('fills a gap', () =>
  expect(short(overridesFor(request(), { final: [], gaps: [{ from: at(0), to: at(24), intended: false }] }))).toEqual([
    ['add', ids.bo, null, at(9), at(17)],
  ]));

it.each([
  [{ insteadOf: 'no one' }, ['add', ids.bo, null]],
  [{ insteadOf: { personId: ids.ana } }, ['replace', ids.bo, ids.ana]],
  [{ personId: null, insteadOf: { personId: ids.ana } }, ['remove', ids.ana, null]],
  [{ personId: null }, ['remove_everybody', null, null]],
] as const)('says what was chosen (%#)', (part, expected) => {
  const [only, ...none] = overridesFor(request(part), { final: [shift(ids.ana, 0, 24)], gaps: [] });
  expect(none).toEqual([]);
  expect([only!.kind, only!.personId, only!.replacesId]).toEqual(expected);
  expect(only!.reason).toBe('dentist');
});
