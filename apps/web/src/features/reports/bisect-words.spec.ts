import type { BisectedChange, BisectResult } from '@tocsin/contracts/backtests/bisect.js';
import type { Names } from '../../data/words/names.js';
import { periodsOf } from './bisect-form.js';
import { bisectFinding, partsOf, rangeOfChange } from './bisect-words.js';

const names = { policy: () => 'Primary', schedule: () => 'Weekly', person: () => 'Ana' } as unknown as Names;
const change = (kind: BisectedChange['kind'], alone: number, kept: number | null = alone): BisectedChange => ({
  kind,
  id: kind,
  edits: 1,
  fields: [],
  first: 5,
  last: 5,
  at: '2026-10-20T00:00:00.000Z',
  alone,
  kept,
});
const result = (more: Partial<BisectResult>): BisectResult => ({
  pin: { ordinal: 9, logic: '' },
  nights: 30,
  better: { from: '2026-10-01T00:00:00.000Z', to: '2026-10-31T00:00:00.000Z', pages: 20 },
  worse: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', pages: 120 },
  replayed: { asIs: 120, undone: 40 },
  changed: 3,
  leftOut: 0,
  named: [change('policies', 50), change('schedules', 21, 30)],
  ended: 'found',
  runs: 9,
  ...more,
});

describe('the words of a bisect', () => {
  it('are one sentence that says how much of the difference which changes explain', () => {
    expect(bisectFinding(result({}), names)).toBe(
      'Two changes explain 71 % of 120 instead of 20 night pages: policy Primary, schedule Weekly.',
    );
    expect(bisectFinding(result({ named: [change('person', 50)] }), names)).toBe(
      'One change explains 50 % of 120 instead of 20 night pages: notification rules of Ana.',
    );
    expect(bisectFinding(result({ named: [] }), names)).toBe('No single change explains 120 instead of 20 night pages.');
    expect(bisectFinding(result({ named: [], ended: 'signals' }), names)).toContain('There were more alerts');
  });

  it('part the difference: each change, what they do together or nobody knows, and the alerts themselves', () => {
    expect(partsOf(result({}), names).map(({ name, pages }) => [name, pages])).toEqual([
      ['policy Primary', 50],
      ['schedule Weekly', 21],
      ['Together or unexplained', 9],
      ['The alerts themselves', 20],
    ]);
  });

  it('give a range where a change does another thing alone than beside the others', () => {
    expect(
      [change('policies', 21, 30), change('policies', 21), change('policies', 21, null)].map((one) => rangeOfChange(one, result({}))),
    ).toEqual(['21 to 30 %', '21 %', '21 %']);
  });
});

describe('two months', () => {
  it('are compared over the nights of the shorter one, or as many as are over', () => {
    const [october, november] = [new Date(2026, 9, 1), new Date(2026, 10, 1)];
    const nightsOf = ({ from, to }: ReturnType<typeof periodsOf>): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
    expect(nightsOf(periodsOf(october, november, new Date(2027, 0, 5)))).toBe(30);
    expect(nightsOf(periodsOf(november, october, new Date(2026, 10, 11, 12)))).toBe(10);
  });
});
