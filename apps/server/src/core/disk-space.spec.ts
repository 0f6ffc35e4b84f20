import { lowDisk } from '@tocsin/platform/data-folder/disk-reserve.js';
import { isDiskLow } from './disk-space.js';

describe('the last space on the disk', () => {
  it('is left to what pages need', () => {
    expect([lowDisk - 1, lowDisk].map((free) => isDiskLow({ freeBytes: () => free }))).toEqual([true, false]);
  });

  it('that can’t be measured counts as there: the server goes on, and the write itself fails where there is none', () => {
    const unreadable = (): number => {
      throw Object.assign(new Error('stale file handle'), { code: 'ESTALE' });
    };
    expect(isDiskLow({ freeBytes: unreadable })).toBe(false);
  });
});
