import { limits } from '@tocsin/contracts/limits.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { v7 } from 'uuid';
import type { FoundRow } from '../query/queries.js';
import type { AugmentInput } from './augmentation.js';
import { bulkAugments } from './bulk-augments.js';

/** A list of so many alert groups that match, read page by page. */
const matching = (count: number): AugmentInput => {
  const pageFrom = (from: number) => {
    const rows = Array.from({ length: Math.min(limits.pageSizeMax, count - from) }, (_, n) =>
      partOf<FoundRow<'alertGroups'>>({ id: `group ${from + n}`, ordinal: 1 }),
    );
    const end = from + rows.length;
    return { rows, next: end < count ? String(end) : null };
  };
  return partOf<AugmentInput>({
    parts: {
      feed: { marks: { timeAt: () => Promise.resolve('2026-11-21T03:12:00.000Z') } },
      store: { checkpoint: () => Promise.resolve({ ordinal: 1 }) },
    },
    alertSearch: { parse: () => Promise.resolve({ words: [], linesOf: () => [] }) },
    viewReader: { list: (_view: string, { cursor = '0' }: { cursor?: string }) => Promise.resolve(pageFrom(Number(cursor))) },
  });
};
const act = (count: number) =>
  bulkAugments.ActOnFiltered({ bulkActId: v7(), act: 'AcknowledgeAlertGroup', filter: '', ordinal: 1 }, matching(count));

describe('an act on all that match a filter', () => {
  it('is done to as many as one act may change', async () => {
    const { says } = await act(bulkActLimits.bulkByFilter);
    expect(says).toEqual({ matched: bulkActLimits.bulkByFilter });
  });

  it('is refused as a whole where more match: a part of them would look like all', async () => {
    await expect(act(bulkActLimits.bulkByFilter + 1)).rejects.toMatchObject({
      code: 'limit.bulk_by_filter',
      params: { limit: bulkActLimits.bulkByFilter },
    });
  });
});
