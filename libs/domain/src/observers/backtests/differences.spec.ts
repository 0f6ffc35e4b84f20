import { partOf } from '@tocsin/testing/deep-partial.js';
import type { SpillStore } from '@tocsin/kernel/replay/spilling-map.js';
import type { WhatIfRun } from '@tocsin/kernel/replay/what-if.js';
import type { Courses } from './courses.js';
import { Differences, type ReplayComparison } from './differences.js';
import type { Tally } from './tally.js';

const count = 1_203;
const groups = Array.from({ length: count }, (_, n) => `group-${n}`);
const tally = (at: string, groupIds: readonly string[] = groups) =>
  partOf<Tally>({
    has: (groupId: string) => groupIds.includes(groupId),
    numberOf: (groupId: string) => (groupIds.includes(groupId) ? Number(groupId.slice(6)) : null),
    pagesOf: (groupId: string) => (groupIds.includes(groupId) ? [{ personId: 'ana', at, by: ['push'] }] : []),
    groupIds,
    isReal: (groupId: string) => groupIds.includes(groupId),
    nightPagesIn: (groupId: string) => (groupIds.includes(groupId) ? 1 : 0),
    firstTriedIn: (groupId: string) => (groupIds.includes(groupId) ? at : undefined),
  });
const coursesWith = (of: (groupId: string) => string) => partOf<Courses>({ of });
/** In every third group people acknowledge otherwise than they did. */
const isThird = (groupId: string): boolean => Number(groupId.slice(6)) % 3 === 0;
const runWith = (differing: readonly string[], courseOf: (groupId: string) => string): ReplayComparison => ({
  imagined: partOf<WhatIfRun>({
    divergences: ['schedule-x', ...differing.map((id) => `alertGroup-${id}`)].map((stream) => partOf({ stream })),
  }),
  was: tally('before'),
  would: tally('after'),
  courses: coursesWith(courseOf),
  people: { isAssumed: isThird },
  isOfImport: false,
});
const unchanged = runWith(groups.slice(0, 6), (groupId) => `course of ${groupId}`);

describe('the differences of a backtest', () => {
  it('of which nothing is changed are late, or an assumption', () => {
    const differences = new Differences();
    differences.takeFromHistory(unchanged);
    expect(differences.counts).toEqual({ change: 0, late: 4, assumption: 2 });
  });

  it('of an import of which nothing is changed are those of the rules', () => {
    const differences = new Differences();
    differences.takeFromHistory({ ...unchanged, isOfImport: true });
    expect(differences.counts).toEqual({ change: 6, late: 0, assumption: 0 });
  });

  it('are all listed with their pages, those because of the change first: of groups that go another way than without it', () => {
    const differences = new Differences();
    differences.keepUnchanged(unchanged);
    const isChanged = (groupId: string): boolean => groupId === 'group-1' || groupId === 'group-1200';
    differences.takeChanged(runWith([], (groupId) => (isChanged(groupId) ? 'another' : `course of ${groupId}`)));
    const listed = [...differences.listed()];
    expect(listed.map(({ groupId, because }) => `${groupId} ${because}`)).toEqual([
      'group-1 change',
      'group-1200 change',
      'group-0 assumption',
      'group-3 assumption',
      'group-2 late',
      'group-4 late',
      'group-5 late',
    ]);
    expect(listed[0]).toEqual({
      groupId: 'group-1',
      number: 1,
      because: 'change',
      was: [{ personId: 'ana', at: 'before', by: ['push'] }],
      would: [{ personId: 'ana', at: 'after', by: ['push'] }],
    });
    expect(differences.first(2)).toEqual(listed.slice(0, 2));
  });

  it('include a group that opens only with the change, and one that no longer does', () => {
    const differences = new Differences();
    const without = runWith([], (groupId) => (groupId === 'group-1' ? 'course' : ''));
    differences.keepUnchanged({ ...without, was: tally('before', ['group-1']), would: tally('after', ['group-1']) });
    const withChange = runWith([], (groupId) => (groupId === 'group-2' ? 'course' : ''));
    differences.takeChanged({ ...withChange, would: tally('after', ['group-2']) });
    expect([...differences.listed()]).toMatchObject([
      { groupId: 'group-1', number: 1, would: [] },
      { groupId: 'group-2', number: null, was: [] },
    ]);
  });

  it('are in the store, and not in memory', () => {
    const values = new Map<string, string>();
    const store: SpillStore = {
      put: (key, value) => void values.set(key, JSON.stringify(value)),
      get: (key) => JSON.parse(values.get(key) ?? 'null') as unknown,
    };
    const differences = new Differences(store);
    differences.takeFromHistory(runWith(groups, () => ''));
    expect(values.size).toBe(count);
    expect(JSON.stringify(differences).length).toBeLessThan(20 * count);
    expect([...differences.listed()]).toHaveLength(count);
  });
});
