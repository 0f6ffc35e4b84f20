import { partOf } from '@tocsin/testing/deep-partial.js';
import type { SpillStore } from '@tocsin/kernel/replay/spilling-map.js';
import type { Divergence } from '@tocsin/kernel/replay/comparison.js';
import type { WhatIfRun } from '@tocsin/kernel/replay/what-if.js';
import type { Courses } from './courses.js';
import { Differences } from './differences.js';
import type { Tally } from './tally.js';

const count = 1_203;
const groups = Array.from({ length: count }, (_, n) => `group-${n}`);
const tally = (at: string) =>
  partOf<Tally>({
    has: () => true,
    numberOf: (groupId: string) => Number(groupId.slice(6)),
    pagesOf: () => [{ personId: 'ana', at, by: ['push'] }],
  });
const coursesWith = (of: (groupId: string) => string) => partOf<Courses>({ of });
const imaginedRun = partOf<WhatIfRun>({
  divergences: ['schedule-x', ...groups.map((id) => `alertGroup-${id}`)].map((stream) => partOf({ stream, because: 'late' as const })),
});
const compared = {
  imagined: imaginedRun,
  was: tally('before'),
  would: tally('after'),
  courses: coursesWith((groupId) => `course of ${groupId}`),
  people: { deviatesBy: () => false },
};
const isThird = (groupId: string): boolean => Number(groupId.slice(6)) % 3 === 0;

describe('the differences of a backtest', () => {
  it('are all listed with their pages, those because of the change first', () => {
    const differences = new Differences();
    differences.take(compared);
    // every third group goes the same way where nothing is changed
    const courses = coursesWith((groupId) => (isThird(groupId) ? `course of ${groupId}` : 'another'));
    differences.compare({ courses, people: compared.people });
    const listedDifferences = [...differences.listed()];
    const [change, late] = [groups.filter((id) => !isThird(id)), groups.filter(isThird)];
    expect(listedDifferences.map(({ groupId }) => groupId)).toEqual([...change, ...late]);
    expect(differences.counts).toEqual({ change: change.length, late: late.length, assumption: 0 });
    expect([listedDifferences[0], listedDifferences.at(-1)]).toEqual([
      {
        groupId: 'group-1',
        number: 1,
        because: 'change',
        was: [{ personId: 'ana', at: 'before', by: ['push'] }],
        would: [{ personId: 'ana', at: 'after', by: ['push'] }],
      },
      expect.objectContaining({ groupId: 'group-1200', because: 'late' }),
    ]);
    expect(differences.first(500)).toEqual(listedDifferences.slice(0, 500));
  });

  it('are an assumption where people are assumed to act otherwise by then, and nothing else differs', () => {
    const [assumed, earlier, changed] = ['group-1', 'group-2', 'group-3'];
    const divergences = [assumed, earlier, changed].map((id) =>
      partOf<Divergence>({
        stream: `alertGroup-${id}`,
        because: 'change',
        was: { at: '03:10' },
        would: { at: '03:20' },
      }),
    );
    const since: Readonly<Record<string, string>> = { [assumed]: '03:10', [earlier]: '03:11' };
    const people = { deviatesBy: (groupId: string, at: string) => since[groupId] !== undefined && since[groupId] <= at };
    const differences = new Differences();
    differences.take({ ...compared, imagined: partOf<WhatIfRun>({ divergences }), people });
    expect([...differences.listed()].map(({ groupId, because }) => `${groupId} ${because}`)).toEqual([
      'group-2 change',
      'group-3 change',
      'group-1 assumption',
    ]);
    // without the change each went the same way
    differences.compare({ courses: compared.courses, people });
    expect(differences.counts).toEqual({ change: 0, late: 1, assumption: 2 });
  });

  it('are in the store, and not in memory', () => {
    const values = new Map<string, string>();
    const store: SpillStore = {
      put: (key, value) => void values.set(key, JSON.stringify(value)),
      get: (key) => JSON.parse(values.get(key)!) as unknown,
    };
    const differences = new Differences(store);
    differences.take(compared);
    expect(values.size).toBe(count);
    expect(JSON.stringify(differences).length).toBeLessThan(20 * count);
    expect([...differences.listed()]).toHaveLength(count);
  });
});
