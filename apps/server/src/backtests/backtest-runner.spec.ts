import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limits } from '@tocsin/contracts/limits.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import { isSameClaim, KeptResults, Superseded, unclaimed, type Claim, type KeptResult } from '@tocsin/platform/side/kept-results.js';
import { partly } from '@tocsin/testing/partly.js';
import type { ServerParts } from '../core/server-parts.js';
import { BacktestRunner } from './backtest-runner.js';
import { BacktestStore, type StoreSettings } from './backtest-store.js';
import type { KeptBacktest } from './kept-backtest.js';
import { pageTries } from './retried-writes.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-backtests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const disk = { free: Infinity };
const noted: unknown[] = [];
const parts = partly<ServerParts>({
  clock: { now: () => '2026-11-25T10:00:00.000Z' },
  config: { masterKey: undefined },
  folder: { room: (name: string) => join(folder, name), freeBytes: () => disk.free },
  log: { head: async () => ({ ordinal: 1, token: '1' }) },
  results: new FileResults(join(folder, 'side', 'backtests')),
  troubles: { note: (_: string, error: unknown) => void noted.push(error) },
});

/** A runner whose worker threads run the given program instead of a backtest. Its pauses end when they are told to. */
class RunnerOf extends BacktestRunner {
  readonly threads: Worker[] = [];
  readonly pauses: (() => void)[] = [];
  protected override readonly monotonic: MonotonicClock = {
    ...systemMonotonicClock,
    after: (_, call) => {
      this.pauses.push(call);
      return () => void this.pauses.splice(0);
    },
  };
  constructor(
    private readonly program: string,
    of = parts,
  ) {
    super(of);
  }
  async pass(): Promise<void> {
    for (const call of this.pauses.splice(0)) call();
    await this.atRest();
  }
  /** Everything that was to be written was tried, and what follows from that was begun. */
  async atRest(): Promise<void> {
    for (let n = 0; n < 20; n += 1) {
      await this.store.written();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  protected override thread(): Worker {
    const worker = new Worker(this.program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
    this.threads.push(worker);
    return worker;
  }
}

const settings: StoreSettings = {
  most: limits.backtests,
  owner: 'this server',
  onTrouble: (error) => void noted.push(error),
  after: () => () => {},
};

const says = `require('node:worker_threads').parentPort.postMessage`;
const request = { change: null, from: '2026-11-01T00:00:00.000Z' };

describe('the keeper of backtests', () => {
  beforeEach(() => {
    disk.free = Infinity;
    noted.length = 0;
  });

  it('ends the thread of one that is cancelled, however busy it is, and another one may begin', async () => {
    const keeper = new RunnerOf(`${says}({ kind: 'progress', done: 1, of: 3 }); for (;;);`);
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
    const trouble = 'Stopped: the disk is nearly full. Free some space, then run the backtest again.';
    const keeper = new RunnerOf('setInterval(() => {}, 1_000);');
    await keeper.start('six', 'ana', request);
    const ended = once(keeper.threads[0]!, 'exit');
    disk.free = 63 * 1_024 * 1_024;
    await ended;
    expect(keeper.store.get('six')).toMatchObject({ state: 'failed', trouble, result: null });
    expect(await keeper.start('seven', 'ana', request)).toMatchObject({ state: 'failed', trouble });
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
    for (let n = 0; n < limits.backtests.attempts; n += 1) {
      const worker = keeper.threads[n]!;
      await new Promise((resolve) => worker.once('exit', resolve));
      await keeper.store.written();
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
    await keeper.store.written();
  };
  /** What a kill leaves: nothing was told, and nothing is written any more. */
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
    for (let n = 1; n < limits.backtests.attempts; n += 1) {
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

/** Results in memory that outlive a server; `isAway`: as a database that does not answer. */
class ResultsElsewhere extends KeptResults {
  isAway = false;
  readonly rows = new Map<string, string>();
  readonly pages = new Map<string, string>();
  private readonly claims = new Map<string, Claim>();
  private reached(): void {
    if (this.isAway) throw new Error('the store is away');
  }
  claimOf(id: string): Claim {
    return this.claims.get(id) ?? unclaimed;
  }
  private foundOf(id: string): Claim | null {
    return this.rows.has(id) ? this.claimOf(id) : null;
  }
  private require(id: string, claim: Claim): void {
    this.reached();
    if (!this.rows.has(id) || !isSameClaim(this.claimOf(id), claim)) throw new Superseded(id, claim, this.foundOf(id));
  }
  override async all(): Promise<readonly KeptResult[]> {
    this.reached();
    return [...this.rows].map(([id, text]) => ({ id, text, claim: this.claimOf(id) }));
  }
  override async begin(id: string, text: string, claim: Claim, before: Claim | null): Promise<void> {
    this.reached();
    const isAllowed = this.rows.has(id) ? [claim, before].some((each) => each && isSameClaim(each, this.claimOf(id))) : before === null;
    if (!isAllowed) throw new Superseded(id, claim, this.foundOf(id));
    this.rows.set(id, text);
    this.claims.set(id, claim);
    this.deletePages(id);
  }
  override async put(id: string, text: string, claim: Claim): Promise<void> {
    this.require(id, claim);
    this.rows.set(id, text);
  }
  override async putPage(id: string, page: number, text: string, claim: Claim): Promise<number> {
    this.require(id, claim);
    this.pages.set(`${id} ${page}`, text);
    return text.length;
  }
  override async page(id: string, page: number): Promise<string | undefined> {
    return this.pages.get(`${id} ${page}`);
  }
  override async removePages(id: string, claim: Claim): Promise<void> {
    this.require(id, claim);
    this.deletePages(id);
  }
  override async remove(id: string, claim: Claim): Promise<void> {
    if (!this.rows.has(id)) return;
    this.require(id, claim);
    this.deletePages(id);
    this.rows.delete(id);
  }
  private deletePages(id: string): void {
    for (const key of this.pages.keys()) if (key.startsWith(id)) this.pages.delete(key);
  }
  /** Its row as a server would read it now. */
  stored(id: string): Partial<KeptBacktest> {
    return JSON.parse(this.rows.get(id) ?? '{}') as Partial<KeptBacktest>;
  }
}

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
  /** As its row is after a server was killed in this attempt. */
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
    expect([results.rows.size, keeper.store.isTakenOver(one), noted.some((error) => error instanceof Superseded)]).toEqual([
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
    await expect(results.put(two, '{}', unclaimed)).rejects.toBeInstanceOf(Superseded);
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

  it('of an earlier release in a file is moved to the store; one that can’t be stays, and keeps no other one', async () => {
    const room = join(folder, 'side', 'backtests');
    rmSync(room, { recursive: true, force: true });
    const files = new FileResults(room);
    ranIn(one, '2026-11-25T10:00:00.000Z', 1);
    writeFileSync(join(room, `${two}.json`), results.rows.get(one)!.replace(one, two));
    await files.begin(ana, 'refused', unclaimed, null);
    mkdirSync(join(room, 'folder.json'));
    const begin = results.begin.bind(results);
    results.begin = async (id, text, ...rest) => (text === 'refused' ? Promise.reject(new Error('too large')) : begin(id, text, ...rest));
    results.rows.clear();
    const keeper = new RunnerOf(busy, { ...parts, results, config: partly<ServerParts['config']>({ profile: 'cluster' }) });
    keepers.push(keeper);
    await keeper.resume(() => undefined);
    expect([results.stored(two), keeper.threads.length]).toMatchObject([{ state: 'running', attempt: 2 }, 1]);
    expect([readdirSync(room).toSorted(), noted.length]).toEqual([[`${ana}.json`, 'folder.json'], 2]);
    results.begin = begin;
    rmSync(room, { recursive: true, force: true });
  });

  it('fails with its reason when its thread can’t be made', async () => {
    const keeper = await next();
    keeper['thread'] = () => {
      throw new Error('no more threads');
    };
    expect(await keeper.start(one, ana, request)).toMatchObject({
      state: 'failed',
      trouble: expect.stringContaining('could not be started'),
    });
    expect([keeper.isBusy, String(noted[0])]).toEqual([false, 'Error: no more threads']);
  });
});

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
  /** The first server is paused while it runs one; the second one has taken over, and has stored a page. */
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
    expect([noted[0], paused.isBusy, paused.threads.length, leader.isBusy]).toEqual([expect.any(Superseded), false, 1, true]);
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
      results.rows.set(id, JSON.stringify({ ...kept, trouble: null, result: null, order }));
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
    expect([results.stored(one).state, noted.filter((error) => error instanceof Superseded)]).toEqual(['failed', []]);
  });
});

describe('the differences of a backtest', () => {
  const difference = (n: number) => ({
    groupId: `019bb4a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
    number: n,
    because: 'change',
    was: [],
    would: [],
  });
  const { page } = limits.backtests;
  /** Sends this many differences as the thread does: each page once the one before is stored. */
  const sends = (count: number): string => `
    const { parentPort } = require('node:worker_threads');
    const of = (n) => ({ groupId: '019bb4a0-0000-7000-8000-' + String(n).padStart(12, '0'), number: n, because: 'change', was: [], would: [] });
    let [sent, number] = [0, 0];
    const next = () => {
      if (sent === ${count}) return parentPort.postMessage({ kind: 'done', result: { differences: [] } });
      const rows = Array.from({ length: Math.min(${page}, ${count} - sent) }, (_, n) => of(sent + n));
      sent += rows.length;
      parentPort.postMessage({ kind: 'differences', page: number++, rows: JSON.stringify(rows), listed: sent });
    };
    parentPort.on('message', next);
    next();`;

  it('are all kept in pages on disk, and go with the result', async () => {
    const keeper = new RunnerOf(sends(page * 6 + 1));
    await keeper.start('many', 'ana', request);
    await once(keeper.threads[0]!, 'exit');
    await keeper.store.written();
    expect(keeper.store.get('many')).toMatchObject({ state: 'done', listed: page * 6 + 1 });
    expect(keeper.store.get('many')!.order.bytes).toBeGreaterThan(0);
    const kept = await Promise.all(Array.from({ length: 8 }, (_, n) => keeper.store.page('many', n)));
    expect(kept.map((rows) => rows?.length)).toEqual([page, page, page, page, page, page, 1, undefined]);
    expect(kept[6]).toEqual([difference(page * 6)]);
    await keeper.store.remove('many');
    expect(readdirSync(join(folder, 'side', 'backtests')).filter((name) => name.startsWith('many'))).toEqual([]);
  });

  it('of a backtest that is cancelled in the middle leave nothing', async () => {
    const keeper = new RunnerOf(`${sends(page * 2)} parentPort.off('message', next).on('message', () => {});`);
    await keeper.start('half', 'ana', request);
    while (keeper.store.get('half')!.order.bytes === 0) await new Promise((resolve) => setImmediate(resolve));
    keeper.cancel('half');
    await keeper.store.written();
    expect(keeper.store.get('half')).toMatchObject({ state: 'cancelled', listed: 0, order: { bytes: 0 } });
    expect(await keeper.store.page('half', 0)).toBeUndefined();
  });

  it('count as missing where they can’t be read, with trouble noted', async () => {
    const room = mkdtempSync(join(folder, 'damaged-'));
    const kept = new BacktestStore(new FileResults(room), settings);
    mkdirSync(join(room, 'one.pages'));
    writeFileSync(join(room, 'one.pages', '0.gz'), 'no gzip');
    noted.length = 0;
    expect([await kept.page('one', 0), noted.length]).toEqual([undefined, 1]);
    const away = new ResultsElsewhere();
    away.page = async () => {
      throw new ViewsUnavailable(new Error('away'));
    };
    const elsewhere = new BacktestStore(away, settings);
    await expect(elsewhere.page('one', 0)).rejects.toBeInstanceOf(ViewsUnavailable);
  });

  it('take up no more than they may: the oldest results go', async () => {
    const results = new FileResults(mkdtempSync(join(folder, 'bounded-')));
    const kept = new BacktestStore(results, { ...settings, most: { kept: 10, bytes: 1_000 } });
    const of = (id: string, bytes: number): KeptBacktest => ({
      id,
      by: 'ana',
      at: `2026-11-25T10:00:0${id}.000Z`,
      request,
      state: 'done',
      progress: { done: 1, of: 1 },
      attempt: 1,
      interrupted: null,
      trouble: null,
      result: null,
      listed: 0,
      order: { upTo: 1, isStopped: false, bytes },
    });
    for (const [id, bytes] of [
      ['1', 400],
      ['2', 400],
      ['3', 400],
    ] as const)
      await kept.put(of(id, bytes));
    await kept.written();
    expect(kept.all().map(({ id }) => id)).toEqual(['3', '2']);
    // one that runs or was refused makes none go
    await kept.put({ ...of('4', 0), state: 'running' });
    await kept.put({ ...of('4', 900), state: 'failed' });
    expect(kept.all().map(({ id }) => id)).toEqual(['4', '3', '2']);
    await kept.remove('4');
    // one that is larger than all may be is kept while it is the newest
    await kept.put(of('4', 5_000));
    await kept.written();
    expect([kept.all().map(({ id }) => id), (await results.all()).map(({ id }) => id)]).toEqual([['4'], ['4']]);
    for (const state of ['running', 'failed'] as const) await kept.put({ ...of('5', 0), state });
    expect(kept.all().map(({ id }) => id)).toEqual(['5', '4']);
    // the last result stays, however many have failed since
    for (const id of ['6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16'])
      await kept.put({ ...of(id, 0), at: `2026-11-25T11:00:${id.padStart(2, '0')}.000Z`, state: 'failed' });
    expect(kept.all().map(({ id }) => id)).toEqual(['16', '15', '14', '13', '12', '11', '10', '9', '8', '7', '4']);
  });
});
