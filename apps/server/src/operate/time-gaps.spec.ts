import { toInstant } from '@tocsin/kernel/time.js';
import { TimeGaps } from './time-gaps.js';

const begin = Date.UTC(2026, 10, 21, 3);

describe('a gap of time', () => {
  it.each([
    ['is none while time runs on', 1_000, 1_000, null],
    ['is none where the clock is drawn by a time server', 1_300, 1_000, null],
    ['is what the clock was set forward by', 121_000, 1_000, [begin, begin + 121_000]],
    ['is the time for which the process was stopped', 70_000, 70_000, [begin, begin + 70_000]],
    ['is none where the clock was set back', -3_600_000, 1_000, null],
  ] as const)('%s', (_, passed, ran, gap) => {
    let [now, running] = [begin, 5_000];
    const gaps = new TimeGaps({ now: () => toInstant(now), monotonic: { now: () => running } });
    [now, running] = [now + passed, running + ran];
    expect(gaps.look()).toEqual(gap);
    [now, running] = [now + 1_000, running + 1_000];
    expect(gaps.look()).toBeNull();
  });
});
