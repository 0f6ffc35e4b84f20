import { TookTooLong, UntilDeadline } from './until-deadline.js';

const many = Array.from({ length: 10_000 }, (_, n) => n);
let time = 0;
const deadline = (): UntilDeadline => new UntilDeadline(() => time, 100);
beforeEach(() => {
  time = 1_000;
});

describe('a report that takes its time', () => {
  it('goes on until the deadline, with everything', () => {
    const until = deadline();
    time += 100;
    expect([...until.over(many)]).toEqual(many);
  });

  it('ends in the middle when the deadline is over', () => {
    let seen = 0;
    const run = () => {
      for (const _ of deadline().over(many)) {
        seen += 1;
        if (seen === 10) time += 101;
      }
    };
    expect(run).toThrow(TookTooLong);
    expect(seen).toBeGreaterThanOrEqual(10);
    expect(seen).toBeLessThan(many.length);
  });

  it('ends at the latest when everything was taken', () => {
    const run = () => {
      for (const _ of deadline().over([1])) time += 101;
    };
    expect(run).toThrow(TookTooLong);
  });
});
