import type { Overload } from '@tocsin/contracts/schedules/quality.js';
import { findingOf, furtherOf, hoursIn, percentIn } from './quality-words.js';

const nameOf = (id: string): string => (id === 'a' ? 'Ana' : 'Bo');
const fine = { covered: 1, gaps: { count: 0, total: 0, first: [] }, balance: 1, overloaded: [] as Overload[] };
const nights: Overload = { personId: 'a', of: 'nights', percentMore: 31 };

describe('what is found in a schedule', () => {
  it('is one sentence: what is covered, and who has too much', () => {
    expect(findingOf(fine, nameOf)).toBe('No gaps. The load is even.');
    expect(findingOf({ ...fine, balance: null }, nameOf)).toBe('No gaps.');
    expect(findingOf({ ...fine, balance: 0.7 }, nameOf)).toBe('No gaps. The load is uneven.');
    expect(findingOf({ ...fine, overloaded: [nights] }, nameOf)).toBe('No gaps. Ana carries 31 % more night hours than the others.');
    expect(findingOf({ ...fine, covered: 0.95, gaps: { count: 1, total: 1, first: [] } }, nameOf)).toBe(
      'No one is on call for 5 % of the time, in 1 gap. The load is even.',
    );
  });

  it('names the others who have too much', () => {
    const only: Overload = { personId: 'b', of: 'weekends', percentMore: null };
    expect(furtherOf({ overloaded: [nights, only] }, nameOf)).toEqual(['Only Bo carries weekend hours.']);
  });

  it('rounds neither to nothing nor to all', () => {
    expect([0, 0.004, 0.333, 0.999, 1].map(percentIn)).toEqual(['0 %', 'less than 1 %', '33 %', '99 %', '100 %']);
    expect([0, 1_234 * 3_600_000].map(hoursIn)).toEqual(['0 h', '1,234 h']);
  });
});
