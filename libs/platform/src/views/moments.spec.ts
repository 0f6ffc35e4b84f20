import { addMillis, laterOf } from '@tocsin/kernel/time.js';
import { LogTimeMarks } from '../feed/log-time-marks.js';
import { Moments } from './moments.js';

const begin = '2026-11-21T03:00:00.000Z';
const eventCount = 40_000;
/** Ten events in each millisecond; for a while the clock is an hour behind. */
const instants = Array.from({ length: eventCount }, (_, n) =>
  addMillis(begin, Math.floor(n / 10) - (n > 20_000 && n < 30_000 ? 3_600_000 : 0)),
);
const logTimes = instants.reduce<string[]>((times, at) => {
  times.push(laterOf(times.at(-1) ?? '', at));
  return times;
}, []);

const setting = () => {
  const marks = new LogTimeMarks();
  logTimes.forEach((at, n) => marks.note(n + 1, at));
  const reads: number[] = [];
  const readInstants = (after: number, limit: number): Promise<readonly (readonly [number, string])[]> => {
    const read = instants.slice(after, after + limit).map((at, n) => [after + n + 1, at] as const);
    reads.push(read.length);
    return Promise.resolve(read);
  };
  const position = { ordinal: eventCount, logTime: logTimes.at(-1)!, token: '' };
  return { moments: new Moments({ log: { readInstants }, marks, position: () => position }), reads };
};

describe('a moment', () => {
  it('is the ordinal that was asked for, with the log time there, although the clock was set back', async () => {
    const { moments } = setting();
    for (const ordinal of [1, 999, 20_001, 25_000, 39_999])
      expect(await moments.pin(ordinal)).toEqual({ ordinal, at: logTimes[ordinal - 1], isEnd: false });
  });

  it('of an instant is the last ordinal that is not after it', async () => {
    const { moments } = setting();
    expect(await moments.pin(begin)).toEqual({ ordinal: 10, at: begin, isEnd: false });
    expect(await moments.pin(addMillis(begin, -1))).toEqual({ ordinal: 0, at: '', isEnd: false });
    // nothing was logged in the hour that came twice
    expect(await moments.pin(logTimes[25_000]!)).toMatchObject({ ordinal: 30_000, isEnd: false });
  });

  it('after the end is the end, and says so', async () => {
    const { moments } = setting();
    const end = { ordinal: eventCount, at: logTimes.at(-1), isEnd: true };
    for (const later of [eventCount, eventCount + 1, addMillis(logTimes.at(-1)!, 1), '2030-01-01T00:00:00.000Z'])
      expect(await moments.pin(later)).toEqual(end);
  });

  it('reads a bounded part of the log, however many moments are asked for, and none for one that is known', async () => {
    const { moments, reads } = setting();
    for (let n = 0; n < 3_000; n += 1) await moments.pin(1 + ((n * 7_919) % (eventCount - 1)));
    expect(reads.length).toBeLessThanOrEqual(3_000 * 2);
    expect(Math.max(...reads)).toBeLessThanOrEqual(1_000);
    const before = reads.length;
    await moments.pin(1 + ((2_999 * 7_919) % (eventCount - 1)));
    expect(reads).toHaveLength(before);
  });
});
