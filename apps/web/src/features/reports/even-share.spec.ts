import { evenShare, fairnessOf, sharesFromEven } from './even-share.js';

describe('loads against an even share', () => {
  it('are fair where all are the same, and half as fair where one has twice as much', () => {
    expect(fairnessOf([5, 5, 5])).toBe(1);
    expect(fairnessOf([10, 5])).toBe(0.5);
    expect(fairnessOf([0, 0])).toBe(1);
    expect(fairnessOf([7])).toBeNull();
  });

  it('are more or less than it', () => {
    expect(evenShare([30, 10])).toBe(20);
    expect(sharesFromEven([30, 10])).toEqual([0.5, -0.5]);
    expect(sharesFromEven([0, 0])).toEqual([0, 0]);
    expect(sharesFromEven([])).toEqual([]);
  });
});
