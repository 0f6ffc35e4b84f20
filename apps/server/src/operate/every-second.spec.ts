import { EverySecond } from './every-second.js';

const startTimer = () => {
  const ends: (() => void)[] = [];
  const every = new EverySecond(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { ends, every };
};

describe('what runs every second', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is not started again beside a run that has not ended, and is started again after it', async () => {
    const { ends, every } = startTimer();
    every.start();
    jest.advanceTimersByTime(3_000);
    expect(ends).toHaveLength(1);
    const underWay = every.run();
    expect(ends).toHaveLength(1);
    ends[0]!();
    await underWay;
    jest.advanceTimersByTime(1_000);
    expect(ends).toHaveLength(2);
    ends[1]!();
    await every.stop();
  });

  it('is stopped once the run under way has ended, and never runs again', async () => {
    const { ends, every } = startTimer();
    every.start();
    jest.advanceTimersByTime(1_000);
    let isStopped = false;
    const stopping = every.stop().then(() => (isStopped = true));
    await Promise.resolve();
    expect(isStopped).toBe(false);
    ends[0]!();
    await stopping;
    jest.advanceTimersByTime(5_000);
    expect(ends).toHaveLength(1);
  });
});
