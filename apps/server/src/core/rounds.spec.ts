import { addMillis } from '@tocsin/kernel/time.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { Rounds } from './rounds.js';
import type { ServerParts } from './server-parts.js';

const benchOf = (roles: ServerParts['config']['roles'] = ['reactor']) => {
  const clock = new ManualClock('2026-11-21T03:12:00.000Z');
  const bench = { rounds: 0, hasWork: true, fails: false, during: (): void => {}, troubles: 0 };
  const server = partOf<ServerParts>({ clock, logKind: 'live', config: { roles }, troubles: { note: () => void (bench.troubles += 1) } });
  const loop = new Rounds(server, {
    name: 'work',
    hasWork: () => bench.hasWork,
    round: async () => {
      bench.rounds += 1;
      bench.during();
      if (bench.fails) throw new Error('away');
    },
    untilNext: () => 60_000,
    afterFailure: 10_000,
  });
  const passes = async (ms: number): Promise<number> => {
    clock.moveTo(addMillis(clock.now(), ms));
    await loop.whenSettled;
    return bench.rounds;
  };
  return { bench, loop, passes };
};

describe('rounds of work', () => {
  it('follow each other, sooner where something changes', async () => {
    const { loop, passes } = benchOf();
    loop.start();
    expect(await passes(0)).toBe(1);
    expect(await passes(59_000)).toBe(1);
    loop.plan(0);
    expect(await passes(0)).toBe(2);
    loop.plan(600_000);
    expect(await passes(60_000)).toBe(3);
  });

  it('miss no change that comes during one', async () => {
    const { bench, loop, passes } = benchOf();
    bench.during = () => loop.plan(0);
    loop.start();
    await passes(0);
    bench.during = () => {};
    expect(await passes(1)).toBe(2);
    expect(await passes(1_000)).toBe(2);
  });

  it('go on after one that fails, which is noted', async () => {
    const { bench, loop, passes } = benchOf();
    bench.fails = true;
    loop.start();
    await passes(0);
    expect(await passes(10_000)).toBe(2);
    expect(bench.troubles).toBe(2);
  });

  it('wait for work, and are none on a server that does not react, or has stopped', async () => {
    const { bench, loop, passes } = benchOf();
    bench.hasWork = false;
    loop.start();
    await passes(3_600_000);
    bench.hasWork = true;
    loop.plan(0);
    expect(await passes(0)).toBe(1);
    await loop.stop();
    loop.plan(0);
    expect(await passes(3_600_000)).toBe(1);
    const other = benchOf(['projector'] as never);
    other.loop.start();
    expect(await other.passes(0)).toBe(0);
  });
});
