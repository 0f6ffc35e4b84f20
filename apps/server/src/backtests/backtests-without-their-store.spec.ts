import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { disk, folder, noted, parts, request, RunnerOf } from './backtest-runners.fixture.js';
import { AttemptSuperseded, unclaimed } from '@tocsin/platform/side/result-store.js';
import { ResultsElsewhere } from './results-elsewhere.fixture.js';
import { pageTries } from './retried-writes.js';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backtest whose store is away for a while', () => {
  const busy = 'setInterval(() => {}, 1_000);';
  const [one, two, ana] = [1, 2, 3].map((n) => `019bb4a0-0000-7000-8000-00000000000${n}`) as [string, string, string];
  const keepers: RunnerOf[] = [];
  let results = new ResultsElsewhere();
  const next = async (program = busy): Promise<RunnerOf> => {
    const keeper = new RunnerOf(program, { ...parts, results });
    keepers.push(keeper);
    await keeper.resume(() => undefined);
    return keeper;
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  const say = (keeper: RunnerOf, what: string): void => keeper.threads[0]!.postMessage(what);
  /** A row as left by a server that was killed in this attempt. */
  const ranIn = (id: string, at: string, attempt: number): void => {
    const order = { upTo: 1, isStopped: false, bytes: 7 };
    const kept = { id, by: ana, at, request, state: 'running', progress: { done: 1, of: 2 }, attempt, interrupted: null, trouble: null };
    results.rows.set(id, JSON.stringify({ ...kept, result: null, listed: 500, order }));
  };

  beforeEach(() => {
    results = new ResultsElsewhere();
    noted.length = 0;
    disk.free = Infinity;
  });
  afterEach(async () => {
    results.isAway = false;
    for (const keeper of keepers) {
      for (const { id } of keeper.store.all()) keeper.cancel(id);
      await keeper.onModuleDestroy();
    }
    keepers.length = 0;
  });

  it('is stored as cancelled once the store is back', async () => {
    const keeper = await next();
    await keeper.start(one, ana, request);
    results.isAway = true;
    keeper.cancel(one);
    await keeper.atRest();
    expect([results.stored(one).state, String(noted[0])]).toEqual(['running', 'Error: the store is away']);
    await keeper.pass();
    results.isAway = false;
    await keeper.pass();
    expect(results.stored(one)).toMatchObject({ state: 'cancelled', listed: 0, order: { bytes: 0 } });
  });

  it('is kept as done once the store is back', async () => {
    const keeper = await next(`const { parentPort } = require('node:worker_threads');
      parentPort.once('message', () => parentPort.postMessage({ kind: 'done', result: { differences: [] } }));`);
    await keeper.start(one, ana, request);
    results.isAway = true;
    const ended = once(keeper.threads[0]!, 'exit');
    say(keeper, 'end');
    await ended;
    await keeper.atRest();
    expect([results.stored(one).state, keeper.store.get(one)?.state]).toEqual(['running', 'done']);
    results.isAway = false;
    await keeper.pass();
    expect(results.stored(one).state).toBe('done');
  });

  it('is stored again when the store was emptied while it runs, and goes on', async () => {
    const keeper = await next();
    await keeper.start(one, ana, request);
    results.rows.clear();
    keeper.cancel(one);
    await keeper.atRest();
    expect([results.stored(one).state, keeper.store.isTakenOver(one)]).toEqual(['cancelled', false]);
    await keeper.start(two, ana, request);
    expect(keeper.isBusy).toBe(true);
  });

  it('that ends and is removed meanwhile is removed once the store is back, and others run', async () => {
    const keeper = await next();
    await keeper.start(one, ana, request);
    results.isAway = true;
    keeper.cancel(one);
    await keeper.atRest();
    await keeper.store.remove(one);
    results.isAway = false;
    await keeper.pass();
    expect([results.rows.size, keeper.store.isTakenOver(one), noted.some((error) => error instanceof AttemptSuperseded)]).toEqual([
      0,
      false,
      false,
    ]);
    await keeper.start(two, ana, request);
    expect(keeper.isBusy).toBe(true);
  });

  it('does not run when its row can’t be stored', async () => {
    const keeper = await next();
    results.isAway = true;
    expect(await keeper.start(one, ana, request)).toMatchObject({
      state: 'failed',
      trouble: expect.stringContaining('could not be stored'),
    });
    expect([keeper.threads.length, keeper.isBusy]).toEqual([0, false]);
  });

  it('is started again only when its attempt is stored, which is counted once', async () => {
    ranIn(one, '2026-11-25T10:00:00.000Z', 1);
    const keeper = await next();
    expect(results.stored(one)).toMatchObject({ attempt: 2, listed: 0, order: { bytes: 0 } });
    results.isAway = true;
    await keeper.threads[0]!.terminate();
    await keeper.atRest();
    expect([keeper.threads.length, keeper.isBusy]).toEqual([1, false]);
    results.isAway = false;
    await keeper.pass();
    expect([keeper.threads.length, results.stored(one)]).toMatchObject([2, { state: 'running', attempt: 3 }]);
  });

  it('that runs in the store but not here can be cancelled, and the next one is started when one ends', async () => {
    ranIn(one, '2026-11-25T10:00:00.000Z', 1);
    ranIn(two, '2026-11-25T10:00:01.000Z', 1);
    ranIn(ana, '2026-11-25T10:00:02.000Z', 1);
    const keeper = await next();
    expect([one, two, ana].map((id) => results.stored(id).attempt)).toEqual([2, 1, 1]);
    keeper.cancel(two);
    await keeper.atRest();
    expect([results.stored(two).state, keeper.threads.length]).toEqual(['cancelled', 1]);
    // the server that ran it before may wake
    await expect(results.put(two, '{}', unclaimed)).rejects.toBeInstanceOf(AttemptSuperseded);
    keeper.cancel(one);
    await keeper.atRest();
    expect([results.stored(ana), keeper.threads.length]).toMatchObject([{ state: 'running', attempt: 2 }, 2]);
  });

  it('is not started again when it is cancelled between two attempts', async () => {
    const keeper = await next();
    await keeper.start(one, ana, request);
    const begin = results.begin.bind(results);
    results.begin = async (...of) => {
      results.begin = begin;
      keeper.cancel(of[0]);
      await begin(...of);
    };
    await keeper.threads[0]!.terminate();
    await keeper.atRest();
    expect([keeper.threads.length, results.stored(one).state, keeper.isBusy]).toEqual([1, 'cancelled', false]);
  });

  const sendsOne = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (what) =>
      parentPort.postMessage(what === 'send' ? { kind: 'differences', page: 0, rows: '[]', listed: 1 } : { kind: 'done', result: { differences: [] } }));`;
  /** A page that it can’t store. */
  const sent = async (): Promise<RunnerOf> => {
    const keeper = await next(sendsOne);
    await keeper.start(one, ana, request);
    results.putPage = async () => {
      throw new Error('the store is away');
    };
    const heard = once(keeper.threads[0]!, 'message');
    say(keeper, 'send');
    await heard;
    await keeper.atRest();
    return keeper;
  };

  it('goes on when a page can be stored later', async () => {
    const keeper = await sent();
    await keeper.pass();
    expect(keeper.store.get(one)).toMatchObject({ state: 'running', listed: 0 });
    results.putPage = async () => 9;
    const ended = once(keeper.threads[0]!, 'exit');
    await keeper.pass();
    await ended;
    await keeper.atRest();
    expect(results.stored(one)).toMatchObject({ state: 'done', listed: 1, order: { bytes: 9 } });
  });

  it('fails when a page can’t be stored for minutes', async () => {
    const keeper = await sent();
    for (let n = 1; n < pageTries; n += 1) {
      expect(keeper.store.get(one)!.state).toBe('running');
      await keeper.pass();
    }
    expect(keeper.store.get(one)).toMatchObject({ state: 'failed', trouble: expect.stringContaining('could not be stored') });
  });

  it('loses no attempt when the server is stopped in order while it begins', async () => {
    const keeper = await next();
    const begin = results.begin.bind(results);
    let ending: Promise<void> | undefined;
    results.begin = async (...of) => {
      ending ??= keeper.onModuleDestroy();
      await begin(...of);
    };
    await keeper.start(one, ana, request);
    await ending;
    expect([results.stored(one), keeper.threads.length]).toMatchObject([{ state: 'running', attempt: 1, order: { isStopped: true } }, 0]);
  });

  it('fails with its reason when its thread can’t be made', async () => {
    const keeper = await next();
    keeper['createThread'] = () => {
      throw new Error('no more threads');
    };
    expect(await keeper.start(one, ana, request)).toMatchObject({
      state: 'failed',
      trouble: expect.stringContaining('could not be started'),
    });
    expect([keeper.isBusy, String(noted[0])]).toEqual([false, 'Error: no more threads']);
  });
});
