import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import { BacktestStore } from './backtest-store.js';
import { folder, noted, request, RunnerOf, settings } from './backtest-runners.fixture.js';
import type { StoredBacktest } from './stored-backtest.js';
import { ResultsElsewhere } from './results-elsewhere.fixture.js';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the differences of a backtest', () => {
  const difference = (n: number) => ({
    groupId: `019bb4a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
    number: n,
    because: 'change',
    was: [],
    would: [],
  });
  const { page } = backtestLimits.backtests;
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
    await keeper.store.whenWritten();
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
    await keeper.store.whenWritten();
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
    const kept = new BacktestStore(results, { ...settings, most: { kept: 10, withoutResult: 10, bytes: 1_000 } });
    const of = (id: string, bytes: number): StoredBacktest => ({
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
    await kept.whenWritten();
    expect(kept.all().map(({ id }) => id)).toEqual(['3', '2']);
    // one that runs or was refused makes none go
    await kept.put({ ...of('4', 0), state: 'running' });
    await kept.put({ ...of('4', 900), state: 'failed' });
    expect(kept.all().map(({ id }) => id)).toEqual(['4', '3', '2']);
    await kept.remove('4');
    // a result above the total limit is kept while it is the newest
    await kept.put(of('4', 5_000));
    await kept.whenWritten();
    expect([kept.all().map(({ id }) => id), (await results.all()).map(({ id }) => id)]).toEqual([['4'], ['4']]);
    for (const state of ['running', 'failed'] as const) await kept.put({ ...of('5', 0), state });
    expect(kept.all().map(({ id }) => id)).toEqual(['5', '4']);
    // the last result stays, however many have failed since
    for (const id of ['6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16'])
      await kept.put({ ...of(id, 0), at: `2026-11-25T11:00:${id.padStart(2, '0')}.000Z`, state: 'failed' });
    expect(kept.all().map(({ id }) => id)).toEqual(['16', '15', '14', '13', '12', '11', '10', '9', '8', '7', '4']);
  });
});
