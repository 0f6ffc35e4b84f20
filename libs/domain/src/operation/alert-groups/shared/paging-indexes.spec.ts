import { MemoryTable } from '@tocsin/kernel/rows/memory-table.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { groupsView } from '../views/groups.view.js';
import { noLinks } from './linked.js';
import { type OpenGroup } from './reads.js';
import { followingRulesOf, groupsPaging, type PagingGroup } from './paging-indexes.js';

const page = (personId: string, state = 'running', isQuiet = false): PagingGroup['pages'][number] => ({
  personId,
  state,
  quiet: isQuiet,
  attempts: { one: { state: 'sent' } },
});
const group = (number: number, groupId: string, pages: PagingGroup['pages'], status = 'firing'): OpenGroup =>
  partOf<OpenGroup>({ groupId, number, status, pages, policy: null, serviceId: null, origin: { kind: 'audit' }, links: noLinks });

/**
 * A table with a thousand alert groups that page Bo, and these, which page others. A scan of all of them fails the
 * test.
 */
const tableOf = (groups: readonly OpenGroup[]): MemoryTable<OpenGroup> => {
  const table = new MemoryTable<OpenGroup>(partOf<View<OpenGroup>>(groupsView));
  for (let n = 0; n < 1_000; n += 1) table.put(`b${n}`, group(n, `b${n}`, [page('bo')]));
  for (const one of groups) table.put(one.groupId, one);
  const refuse = (): never => {
    throw new Error('all rows were gone over');
  };
  table.all = refuse;
  table.entries = refuse;
  return table;
};

describe('the alert groups that page somebody', () => {
  it('are found without a look at those of others, in the order of their ids', () => {
    const table = tableOf([
      group(2_001, 'z', [page('bo'), page('ana')]),
      group(2_002, 'a', [page('ana')]),
      group(2_003, 'c', [page('ana', 'cancelled')]),
      group(2_004, 'd', [page('ana')], 'resolved'),
    ]);
    expect([...groupsPaging(table, 'ana', null)]).toEqual(['a', 'z']);
    expect([...groupsPaging(table, 'cleo', null)]).toEqual([]);
  });

  it('follow their rules: by their ids, after the one given, but for what is told quietly', () => {
    const table = tableOf([group(1, 'z', [page('ana')]), group(2, 'a', [page('ana')]), group(3, 'q', [page('ana', 'running', true)])]);
    expect([[...followingRulesOf(table, 'ana', null)], [...followingRulesOf(table, 'ana', 'a')]]).toEqual([['a', 'z'], ['z']]);
  });

  it('are found no more once their pages have ended', () => {
    const table = tableOf([group(1, 'a', [page('ana')])]);
    table.put('a', group(1, 'a', [page('ana', 'answered')]));
    expect([[...groupsPaging(table, 'ana', null)], table.where('pagedId', 'ana')]).toEqual([[], []]);
  });
});
