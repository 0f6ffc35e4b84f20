import { Pace } from './pace.js';

/** A clock that is moved by hand, and the rests that were begun on it. */
const createClock = () => {
  const rests: number[] = [];
  const wakes: (() => void)[] = [];
  const clock = {
    time: 1_000,
    now: () => clock.time,
    after: (ms: number, call: () => void) => {
      rests.push(ms);
      wakes.push(call);
      return () => {};
    },
  };
  /** Ends the rest in progress. */
  const endRest = (): void => {
    clock.time += rests.at(-1)!;
    wakes.pop()!();
  };
  return { clock, rests, endRest };
};

const start = (times = 1) => {
  const { clock, rests, endRest } = createClock();
  const pace = new Pace(clock, { least: 20, most: 100, times });
  /** A piece of work that begins so long after the rest before, and takes so long. */
  const work = (gap: number, took: number, options?: { readonly isMoreThere: boolean }): Promise<void> => {
    clock.time += gap;
    pace.begin();
    clock.time += took;
    return pace.rest(options);
  };
  return { pace, rests, endRest, work };
};

describe('the pace of work that keeps coming', () => {
  it('does not delay what comes by itself, however long it takes', async () => {
    const { rests, work } = start();
    for (const took of [5, 500, 5]) await work(20, took);
    expect(rests).toEqual([]);
  });

  it('rests after what follows at once, also where the work takes longer than a rest', async () => {
    const { rests, endRest, work } = start(0);
    await work(0, 500);
    for (const took of [5, 500]) {
      const rested = work(1, took);
      endRest();
      await rested;
    }
    expect(rests).toEqual([20, 20]);
  });

  it('rests as many times as long as the work took, within its bounds', async () => {
    const { rests, endRest, work } = start(4);
    await work(0, 1);
    for (const took of [1, 10, 500]) {
      const rested = work(0, took);
      endRest();
      await rested;
    }
    expect(rests).toEqual([20, 40, 100]);
  });

  it('does not rest while as much as fits into one piece waits already', async () => {
    const { rests, work } = start();
    await work(0, 5);
    await work(0, 5, { isMoreThere: true });
    expect(rests).toEqual([]);
  });

  it('ends with a stop, at once', async () => {
    const { pace, rests, work } = start();
    await work(0, 5);
    const rested = work(0, 5);
    pace.stop();
    await rested;
    await work(0, 5);
    expect(rests).toHaveLength(1);
  });
});
