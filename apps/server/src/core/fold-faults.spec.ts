import { FoldFaults } from './fold-faults.js';
import { BackgroundErrors } from './background-errors.js';

const at = (ordinal: number, view = 'threads') => ({ view, event: { ordinal, type: 'SignalsRouted' }, reason: 'TypeError' });

describe('what views could not fold', () => {
  it('is one line in health for each kind, however many events it was, and pushes nothing else out', () => {
    const errors = new BackgroundErrors(
      () => '2026-11-21T03:12:00.000Z',
      () => {},
    );
    errors.note('mail', new Error('no answer'));
    const faults = new FoldFaults(errors);
    for (let n = 1; n <= 3_000; n += 1) faults.note('memory', at(n));
    faults.note('views', at(3_001));
    expect(faults.count).toBe(3_001);
    expect(faults.list().map(({ where, ordinal, times }) => [where, ordinal, times])).toEqual([
      ['memory', 1, 3_000],
      ['views', 3_001, 1],
    ]);
    expect(errors.list().map(({ where, message, times }) => [where, message, times])).toEqual([
      ['mail', 'no answer', 1],
      ['memory', 'threads can’t apply SignalsRouted (event 1 was the first): TypeError', 3_000],
      ['views', 'threads can’t apply SignalsRouted (event 3001 was the first): TypeError', 1],
    ]);
  });

  it('holds a hundred kinds, and counts the rest', () => {
    const faults = new FoldFaults({ note: () => {} });
    for (let n = 1; n <= 500; n += 1) faults.note('memory', at(n, `view${n}`));
    expect(faults.list()).toHaveLength(100);
    expect(faults.count).toBe(500);
  });
});
