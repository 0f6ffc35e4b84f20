import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import { inLanes } from './lanes.js';

/** Each piece of work takes this many milliseconds of the turn. */
const turns = (each: number) => {
  let [used, count] = [0, 1];
  const clock: MonotonicClock = {
    ...systemMonotonicClock,
    isTurnLong: () => used >= 10,
    nextTurn: (call) =>
      void setImmediate(() => {
        if (used > 0) [used, count] = [0, count + 1];
        call();
      }),
  };
  return { clock, work: () => (used += each), count: () => count };
};

describe('work in lanes', () => {
  it('is done in the order of each lane, all of it', async () => {
    const done: string[] = [];
    const work = Array.from({ length: 300 }, (_, n) => `${n % 100}:${Math.floor(n / 100)}`);
    await inLanes(
      work,
      (one) => one.split(':')[0]!,
      async (one) => void done.push(one),
      turns(1).clock,
    );
    expect(done.toSorted()).toEqual(work.toSorted());
    for (let lane = 0; lane < 100; lane += 1)
      expect(done.filter((one) => one.startsWith(`${lane}:`))).toEqual([0, 1, 2].map((n) => `${lane}:${n}`));
  });

  it('begins nothing more in a turn of the loop that has lasted long', async () => {
    const { clock, work, count } = turns(4);
    let most = 0;
    let inTurn = { of: 0, did: 0 };
    await inLanes(
      Array.from({ length: 60 }, (_, n) => n),
      String,
      async () => {
        work();
        inTurn = inTurn.of === count() ? { of: count(), did: inTurn.did + 1 } : { of: count(), did: 1 };
        most = Math.max(most, inTurn.did);
      },
      clock,
    );
    expect(most).toBe(3);
  });

  it('fails with what fails first', async () => {
    const failing = inLanes(
      [1, 2, 3],
      String,
      (n) => (n === 2 ? Promise.reject(new Error('two')) : Promise.resolve()),
      systemMonotonicClock,
    );
    await expect(failing).rejects.toThrow('two');
  });
});

it('a turn is long once somebody has worked in it for ten milliseconds, and another one begins anew', async () => {
  const until = performance.now() + 15;
  systemMonotonicClock.isTurnLong();
  while (performance.now() < until);
  expect(systemMonotonicClock.isTurnLong()).toBe(true);
  await new Promise<void>((resolve) => systemMonotonicClock.nextTurn(resolve));
  await new Promise<void>((resolve) => systemMonotonicClock.nextTurn(resolve));
  const before = performance.now();
  const isLong = systemMonotonicClock.isTurnLong();
  // measured from the first question
  expect([isLong, before >= 0]).toEqual([false, true]);
});
