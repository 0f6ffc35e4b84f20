import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { disk, folder, noted, parts, request, RunnerOf } from './backtest-runners.fixture.js';
import { AttemptSuperseded } from '@tocsin/platform/side/result-store.js';
import { ResultsElsewhere } from './results-elsewhere.fixture.js';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backtest that another server has taken over', () => {
  const [one, two, ana] = [1, 2, 3].map((n) => `019bb4a0-0000-7000-8000-00000000000${n}`) as [string, string, string];
  const sends = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (message) => { if (message !== 'stored') parentPort.postMessage(message); });`;
  const servers: RunnerOf[] = [];
  let results = new ResultsElsewhere();
  const server = async (): Promise<RunnerOf> => {
    const runner = new RunnerOf(sends, { ...parts, results });
    servers.push(runner);
    await runner.resume(() => undefined);
    return runner;
  };
  const says = async (runner: RunnerOf, message: unknown): Promise<void> => {
    const [worker] = runner.threads;
    const heard = Promise.race([once(worker!, 'message'), once(worker!, 'exit')]);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker!.postMessage(message);
    await heard;
    await runner.atRest();
  };
  const page = { kind: 'differences', page: 0, rows: '["of its attempt"]', listed: 1 };
  const done = { kind: 'done', result: { differences: [] } };
  /** Pauses the first server while it runs one; the second one has taken over, and has stored a page. */
  const takenOver = async (): Promise<readonly [RunnerOf, RunnerOf]> => {
    const paused = await server();
    await paused.start(one, ana, request);
    await says(paused, { kind: 'progress', done: 1, of: 100 });
    const leader = await server();
    expect(results.stored(one)).toMatchObject({ state: 'running', attempt: 2 });
    await says(leader, page);
    return [paused, leader];
  };
  const storedNow = () => ({ rows: new Map(results.rows), pages: new Map(results.pages), claim: results.claimOf(one) });

  beforeEach(() => {
    results = new ResultsElsewhere();
    noted.length = 0;
    disk.free = Infinity;
  });
  afterEach(async () => {
    for (const runner of servers) {
      runner.cancel(one);
      await runner.onModuleDestroy();
    }
    servers.length = 0;
  });

  it.each([
    ['its progress', { kind: 'progress', done: 90, of: 100 }],
    ['a page of its differences', { ...page, rows: '["late"]' }],
    ['its result', done],
    ['why it failed', { kind: 'failed', trouble: 'Stopped.' }],
  ])('is not written over when the first one wakes and stores %s: it stops its thread, and says so', async (_, message) => {
    const [paused, leader] = await takenOver();
    const before = storedNow();
    const ended = once(paused.threads[0]!, 'exit');
    await says(paused, message);
    await ended;
    await paused.atRest();
    expect(storedNow()).toEqual(before);
    expect([noted[0], paused.isBusy, paused.threads.length, leader.isBusy]).toEqual([expect.any(AttemptSuperseded), false, 1, true]);
    await says(leader, done);
    expect(results.stored(one)).toMatchObject({ state: 'done', attempt: 2, listed: 1 });
    expect([...results.pages.values()]).toEqual(['["of its attempt"]']);
  });

  it('is not written over by acts on the first one, nor by its orderly end; there, it shows what the other one has stored', async () => {
    const [paused, leader] = await takenOver();
    const before = storedNow();
    paused.cancel(one);
    await paused.atRest();
    expect(storedNow()).toEqual(before);
    expect(paused.store.get(one)).toMatchObject({ state: 'running', attempt: 2 });
    await paused.store.remove(one);
    await paused.onModuleDestroy();
    expect(storedNow()).toEqual(before);
    expect([paused.threads.length, leader.isBusy]).toEqual([1, true]);
  });

  it('is run by only one of two that take over at the same moment; the other one starts none of what is left', async () => {
    const order = { upTo: 1, isStopped: false, bytes: 0 };
    for (const id of [one, two]) {
      const kept = { id, by: ana, at: `2026-11-25T10:00:0${id.at(-1)}.000Z`, request, state: 'running', progress: { done: 1, of: 2 } };
      results.rows.set(id, JSON.stringify({ ...kept, attempt: 1, interrupted: null, trouble: null, result: null, listed: 0, order }));
    }
    const both = await Promise.all([server(), server()]);
    expect(both.map(({ threads }) => threads.length).toSorted()).toEqual([0, 1]);
    for (const runner of both) runner.cancel(two);
  });

  it('is not taken for one whose answer was lost: that one goes on', async () => {
    const runner = await server();
    const begin = results.begin.bind(results);
    results.begin = async (...of) => {
      results.begin = begin;
      await begin(...of);
      throw new Error('the connection was lost');
    };
    expect(await runner.start(one, ana, request)).toMatchObject({ state: 'failed' });
    await runner.pass();
    expect([results.stored(one).state, noted.filter((error) => error instanceof AttemptSuperseded)]).toEqual(['failed', []]);
  });
});
