import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { partly } from '@tocsin/testing/partly.js';
import type { ServerParts } from '../core/server-parts.js';
import { BacktestRunner } from './backtest-runner.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-backtests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const disk = { free: Infinity };
const noted: unknown[] = [];
const parts = partly<ServerParts>({
  clock: { now: () => '2026-11-25T10:00:00.000Z' },
  config: { masterKey: undefined },
  folder: { room: (name: string) => join(folder, name), freeBytes: () => disk.free },
  log: { head: async () => ({ ordinal: 1, token: '1' }) },
  troubles: { note: (_: string, error: unknown) => void noted.push(error) },
});

/** A keeper whose worker threads run the given program instead of a backtest. */
class KeeperOf extends BacktestRunner {
  readonly threads: Worker[] = [];
  constructor(private readonly program: string) {
    super(parts);
  }
  protected override thread(): Worker {
    const worker = new Worker(this.program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
    this.threads.push(worker);
    return worker;
  }
}

const says = `require('node:worker_threads').parentPort.postMessage`;
const request = { change: null, from: '2026-11-01T00:00:00.000Z' };

describe('the keeper of backtests', () => {
  beforeEach(() => {
    disk.free = Infinity;
    noted.length = 0;
  });

  it('ends the thread of one that is cancelled, however busy it is, and another one may begin', async () => {
    const keeper = new KeeperOf(`${says}({ kind: 'progress', done: 1, of: 3 }); for (;;);`);
    await keeper.start('one', 'ana', request);
    const [worker] = keeper.threads;
    const ended = once(worker!, 'exit');
    await once(worker!, 'message');
    expect(keeper.store.get('one')).toMatchObject({ state: 'running', progress: { done: 1, of: 3 } });
    keeper.cancel('one');
    await ended;
    expect(keeper.store.get('one')!.state).toBe('cancelled');
    expect(keeper.isBusy).toBe(false);
    await keeper.start('two', 'ana', request);
    expect(keeper.isBusy).toBe(true);
    await keeper.onModuleDestroy();
    expect(keeper.store.get('two')!.state).toBe('cancelled');
  });

  it('starts one, where two are asked for at the same moment', async () => {
    const keeper = new KeeperOf('for (;;);');
    const [first, second] = await Promise.allSettled([keeper.start('four', 'ana', request), keeper.start('five', 'bo', request)]);
    expect([first.status, second]).toMatchObject(['fulfilled', { status: 'rejected', reason: { code: 'conflict.one_at_a_time' } }]);
    expect(keeper.threads).toHaveLength(1);
    await keeper.onModuleDestroy();
  });

  it('goes on when a thread needs more memory than it is given', async () => {
    const keeper = new KeeperOf('const kept = []; for (;;) kept.push(Array.from({ length: 1000 }, () => ({})));');
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
    const trouble = 'Stopped: the disk is nearly full. Free some space, then run the backtest again.';
    const keeper = new KeeperOf('setInterval(() => {}, 1_000);');
    await keeper.start('six', 'ana', request);
    const ended = once(keeper.threads[0]!, 'exit');
    disk.free = 63 * 1_024 * 1_024;
    await ended;
    expect(keeper.store.get('six')).toMatchObject({ state: 'failed', trouble, result: null });
    expect(await keeper.start('seven', 'ana', request)).toMatchObject({ state: 'failed', trouble });
    expect([keeper.threads.length, keeper.isBusy, noted]).toEqual([1, false, []]);
  });

  it('says why the thread gave up, and writes the error to the log of the server', async () => {
    const keeper = new KeeperOf(`${says}({ kind: 'failed', trouble: 'Stopped.', error: 'EventStoreDB does not answer' });`);
    await keeper.start('eight', 'ana', request);
    await once(keeper.threads[0]!, 'exit');
    expect(keeper.store.get('eight')).toMatchObject({ state: 'failed', trouble: 'Stopped.' });
    expect(String(noted)).toBe('Error: EventStoreDB does not answer');
  });

  it('removes what a process that was killed has left in its folder', async () => {
    const room = join(folder, 'side', 'backtests');
    writeFileSync(join(room, 'half.tmp'), '');
    expect(new KeeperOf('').isBusy).toBe(false);
    expect(existsSync(join(room, 'half.tmp'))).toBe(false);
  });
});
