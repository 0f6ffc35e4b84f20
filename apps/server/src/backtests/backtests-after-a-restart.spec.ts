import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { folder, noted, request, RunnerOf, says } from './backtest-runners.fixture.js';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the servers of one data folder, one after the other. */
describe('a backtest that runs when its server ends', () => {
  const busy = `${says}({ kind: 'progress', done: 40, of: 100 }); setInterval(() => {}, 1_000);`;
  const [one, two, ana] = [1, 2, 3].map((n) => `019bb4a0-0000-7000-8000-00000000000${n}`) as [string, string, string];
  const noImport = () => undefined;
  const keepers: RunnerOf[] = [];
  const next = async (program = busy): Promise<RunnerOf> => {
    const keeper = new RunnerOf(program);
    keepers.push(keeper);
    await keeper.resume(noImport);
    return keeper;
  };
  const heard = async (keeper: RunnerOf): Promise<void> => {
    await once(keeper.threads[0]!, 'message');
    await keeper.store.whenWritten();
  };
  /** Simulates a kill: no notification, and no further writes. */
  const killed = (keeper: RunnerOf): Promise<number> => {
    keeper.store.put = async () => true;
    return keeper.threads.at(-1)!.terminate();
  };

  beforeEach(() => {
    rmSync(join(folder, 'side', 'backtests'), { recursive: true, force: true });
    mkdirSync(join(folder, 'side', 'backtests'), { recursive: true });
    noted.length = 0;
  });
  afterEach(async () => {
    for (const keeper of keepers) {
      keeper.cancel(one);
      await keeper.onModuleDestroy();
    }
    keepers.length = 0;
  });

  it('is started again by the next one, up to the same event, and says how far it was', async () => {
    const first = await next();
    await first.start(one, ana, request);
    await heard(first);
    const { at, order } = first.store.get(one)!;
    await killed(first);
    const second = await next();
    expect(second.store.get(one)).toMatchObject({
      state: 'running',
      at,
      order,
      attempt: 2,
      interrupted: { done: 40, of: 100 },
      progress: { done: 0, of: 0 },
    });
    expect([second.threads.length, second.isBusy]).toEqual([1, true]);
  });

  it('ends with its reason when the server ended in each attempt', async () => {
    const first = await next();
    await first.start(one, ana, request);
    await heard(first);
    await killed(first);
    for (let n = 1; n < backtestLimits.backtests.attempts; n += 1) {
      const keeper = await next();
      await heard(keeper);
      await killed(keeper);
    }
    const last = await next();
    expect(last.store.get(one)).toMatchObject({
      state: 'failed',
      attempt: 3,
      trouble: 'Stopped: the server ended while it ran, in each of 3 attempts. Run it again with a shorter period.',
    });
    expect([last.threads.length, last.isBusy]).toEqual([0, false]);
    await last.start(two, ana, request);
    expect(last.isBusy).toBe(true);
    last.cancel(two);
  });

  it('loses no attempt when the server is stopped in order, however often', async () => {
    const first = await next();
    await first.start(one, ana, request);
    for (let keeper = first, n = 0; n < 5; n += 1) {
      await heard(keeper);
      await keeper.onModuleDestroy();
      keeper = await next();
      expect(keeper.store.get(one)).toMatchObject({ state: 'running', attempt: 1, interrupted: { done: 40, of: 100 } });
    }
  });

  it('ends when the import that it reads is gone', async () => {
    const first = await next();
    await first.start(one, ana, { ...request, log: one }, { log: '', vault: '', columns: '', ordinal: 7 });
    await heard(first);
    await killed(first);
    const second = await next();
    expect(second.store.get(one)).toMatchObject({ state: 'failed', trouble: expect.stringContaining('Import the table again') });
    expect(second.isBusy).toBe(false);
  });

  it('is not started again once it was cancelled', async () => {
    const first = await next();
    await first.start(one, ana, request);
    first.cancel(one);
    await first.onModuleDestroy();
    const second = await next();
    expect([second.store.get(one)?.state, second.threads.length]).toEqual(['cancelled', 0]);
  });
});
