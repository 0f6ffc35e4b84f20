import { firstOfWeeks, weekEnds, weekShares, weekSums } from './weeks.js';

describe('the twelve weeks that end with a report', () => {
  it('are seven days each, the last of which ends with it', () => {
    expect(firstOfWeeks('2026-11-26')).toBe('2026-09-04');
    expect(weekEnds('2026-11-26').slice(-2)).toEqual(['2026-11-19', '2026-11-26']);
    expect(weekEnds('2026-11-26')[0]).toBe('2026-09-10');
  });

  it('sum the counts of their days, and leave out days outside of them', () => {
    const days = ['2026-09-03', '2026-09-04', '2026-11-19', '2026-11-20', '2026-11-26', '2026-11-27'].map((day, n) => ({
      day,
      count: 10 ** n,
    }));
    expect(weekSums(days, '2026-11-26', ({ count }) => count)).toEqual([10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 11_000]);
  });

  it('have no share of nothing', () => expect(weekShares([1, 0], [4, 0])).toEqual([0.25, null]));
});
