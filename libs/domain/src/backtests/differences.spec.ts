import { partOf } from '@tocsin/testing/deep-partial.js';
import type { SpillStore } from '@tocsin/kernel/replay/spilling-map.js';
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
