import { LogTimes } from './log-times.js';

const instants = ['01', '03', '02', '05', '04'].map((day, index) => [index + 1, `2026-11-${day}T00:00:00.000Z`] as const);
const read = async (after: number, limit: number) => instants.filter(([ordinal]) => ordinal > after).slice(0, Math.min(limit, 2));
const day = (n: string): string => `2026-11-${n}T00:00:00.000Z`;

describe('log time', () => {
  it('is the latest instant so far, of all events', async () => {
    expect(await new LogTimes(read).at([1, 3, 5])).toEqual([day('01'), day('03'), day('05')]);
  });

  it('goes on where it was asked last, and back when it must', async () => {
    const times = new LogTimes(read);
    expect(await times.at([4])).toEqual([day('05')]);
    expect(await times.at([4, 5])).toEqual([day('05'), day('05')]);
    expect(await times.at([2])).toEqual([day('03')]);
  });

  it('is not known of events that do not exist', async () => {
    await expect(new LogTimes(read).at([6])).rejects.toThrow('ends at 5');
  });
});
