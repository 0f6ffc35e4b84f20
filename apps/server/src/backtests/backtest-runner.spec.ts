import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { disk, folder, noted, request, RunnerOf, says } from './backtest-runners.fixture.js';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the keeper of backtests', () => {
  beforeEach(() => {
    disk.free = Infinity;
    noted.length = 0;
  });

  it('ends the thread of one that is cancelled, however busy it is, and another one may begin', async () => {
    const keeper = new RunnerOf(`${says}({ kind: 'progress', done: 1, of: 3 }); for (;;);`);
    await keeper.start('one', 'ana', request);
    const [worker] = keeper.threads;
    const whenEnded = once(worker!, 'exit');
    await once(worker!, 'message');
    expect(keeper.store.get('one')).toMatchObject({ state: 'running', progress: { done: 1, of: 3 } });
    keeper.cancel('one');
    await whenEnded;
    expect(keeper.store.get('one')!.state).toBe('cancelled');
    expect(keeper.isBusy).toBe(false);
    await keeper.start('two', 'ana', request);
    expect(keeper.isBusy).toBe(true);
    keeper.cancel('two');
    expect(keeper.store.get('two')!.state).toBe('cancelled');
    await keeper.onModuleDestroy();
  });

  it('starts one, where two are asked for at the same moment', async () => {
    const keeper = new RunnerOf('for (;;);');
    const [first, second] = await Promise.allSettled([keeper.start('four', 'ana', request), keeper.start('five', 'bo', request)]);
    expect([first.status, second]).toMatchObject(['fulfilled', { status: 'rejected', reason: { code: 'conflict.one_at_a_time' } }]);
    expect(keeper.threads).toHaveLength(1);
    keeper.cancel('four');
    await keeper.onModuleDestroy();
  });

  it('goes on when a thread needs more memory than it is given', async () => {
    const keeper = new RunnerOf('const kept = []; for (;;) kept.push(Array.from({ length: 1000 }, () => ({})));');
    await keeper.start('three', 'ana', request);
    await new Promise((resolve) => keeper.threads[0]!.once('exit', resolve));
    expect(keeper.store.get('three')).toMatchObject({
      state: 'failed',
      trouble: 'Stopped: it needed more memory than it may use. Try it with less data.',
      result: null,
    });
    expect(noted).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }]);
    expect(keeper.isBusy).toBe(false);
  });

  it('ends one when the disk becomes nearly full, and starts none before there is space again', async () => {
    const diskFullMessage = 'Stopped: the disk is nearly full. Free some space, then run the backtest again.';
    const keeper = new RunnerOf('setInterval(() => {}, 1_000);');
    await keeper.start('six', 'ana', request);
    const whenEnded = once(keeper.threads[0]!, 'exit');
    disk.free = 63 * 1_024 * 1_024;
    await whenEnded;
    expect(keeper.store.get('six')).toMatchObject({ state: 'failed', trouble: diskFullMessage, result: null });
    expect(await keeper.start('seven', 'ana', request)).toMatchObject({ state: 'failed', trouble: diskFullMessage });
    expect([keeper.threads.length, keeper.isBusy, noted]).toEqual([1, false, []]);
  });

  it('says why the thread gave up, and writes the error to the log of the server', async () => {
    const keeper = new RunnerOf(`${says}({ kind: 'failed', trouble: 'Stopped.', error: 'EventStoreDB does not answer' });`);
    await keeper.start('eight', 'ana', request);
    await once(keeper.threads[0]!, 'exit');
    expect(keeper.store.get('eight')).toMatchObject({ state: 'failed', trouble: 'Stopped.' });
    expect(String(noted)).toBe('Error: EventStoreDB does not answer');
  });

  it('removes what a process that was killed has left in its folder', async () => {
    const room = join(folder, 'side', 'backtests');
    writeFileSync(join(room, 'half.tmp'), '');
    expect(new RunnerOf('').isBusy).toBe(false);
    expect(existsSync(join(room, 'half.tmp'))).toBe(false);
  });

  it('ends one whose thread dies in each attempt, says so, and keeps the server running', async () => {
    const keeper = new RunnerOf(`${says}({ kind: 'progress', done: 2, of: 5 }); throw new TypeError('x is not iterable');`);
    await keeper.start('nine', 'ana', request);
    for (let n = 0; n < backtestLimits.backtests.attempts; n += 1) {
      const worker = keeper.threads[n]!;
      await new Promise((resolve) => worker.once('exit', resolve));
      await keeper.store.whenWritten();
      // the next attempt begins once the pages of this one were removed
      while (keeper.isBusy && keeper.threads.length === n + 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(keeper.store.get('nine')).toMatchObject({
      state: 'failed',
      trouble: 'Stopped unexpectedly in each of 3 attempts. Details are in the server log.',
      attempt: 3,
      interrupted: { done: 2, of: 5 },
    });
    expect([keeper.threads.length, noted.length, keeper.isBusy]).toEqual([3, 3, false]);
  });
});
