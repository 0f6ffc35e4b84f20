import { duration } from '@tocsin/contracts/duration.js';
import { WorkDeadline } from './work-deadline.js';

const many = Array.from({ length: 10_000 }, (_, n) => n);
let time = 0;
const deadline = (): WorkDeadline => new WorkDeadline(() => time, duration.minute);
beforeEach(() => {
  time = 1_000;
});

describe('a report that takes its time', () => {
  it('goes on until the deadline, with everything', () => {
    const until = deadline();
    time += duration.minute;
    expect([...until.over(many)]).toEqual(many);
  });

  it('ends in the middle when the deadline is over', () => {
    let seenCount = 0;
    const run = () => {
      for (const _ of deadline().over(many)) {
        seenCount += 1;
        if (seenCount === 10) time += duration.minute + 1;
      }
    };
    expect(run).toThrow(expect.objectContaining({ code: 'report.took_too_long', params: { limit: '1 min' } }));
    expect(seenCount).toBeGreaterThanOrEqual(10);
    expect(seenCount).toBeLessThan(many.length);
  });

  it('ends at the latest when everything was taken', () => {
    const run = () => {
      for (const _ of deadline().over([1])) time += duration.minute + 1;
    };
    expect(run).toThrow(expect.objectContaining({ code: 'report.took_too_long', params: { limit: '1 min' } }));
  });
});
