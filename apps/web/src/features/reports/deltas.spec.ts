import { countDelta, durationDelta, pointsDelta, shareOf } from './deltas.js';

describe('how a figure changed', () => {
  it('is said in words, and is good or bad only where less or more of it is', () => {
    expect(countDelta(160, 148, 'neither')).toEqual({ words: '12 more than before', tone: 'same' });
    expect(countDelta(97, 105)).toEqual({ words: '8 fewer than before', tone: 'better' });
    expect(countDelta(9, 8)).toEqual({ words: '1 more than before', tone: 'worse' });
    expect(countDelta(9, 8, 'more')?.tone).toBe('better');
    expect(countDelta(8, 8)).toEqual({ words: 'same as before', tone: 'same' });
  });

  it('is faster or slower of durations', () => {
    expect(durationDelta(60_000, 101_000)).toEqual({ words: '41 s faster than before', tone: 'better' });
    expect(durationDelta(101_000, 60_000)).toEqual({ words: '41 s slower than before', tone: 'worse' });
  });

  it('is in points of shares, as they are rounded', () => {
    expect(pointsDelta(0.26, 0.234)).toEqual({ words: '3 points more than before', tone: 'worse' });
    expect(pointsDelta(0.74, 0.8, 'more')).toEqual({ words: '6 points less than before', tone: 'worse' });
    expect(pointsDelta(0.251, 0.249)).toEqual({ words: 'same as before', tone: 'same' });
  });

  it('is not said where there is nothing to compare', () => {
    expect([
      countDelta(1, undefined),
      durationDelta(null, 1),
      durationDelta(1, null),
      pointsDelta(null, 0.1),
      pointsDelta(0.1, shareOf(0, 0)),
    ]).toEqual([null, null, null, null, null]);
  });
});
