import { whoMay } from '@tocsin/contracts/who-may.js';
import type {
  BacktestAnswer,
  BacktestDifference,
  BacktestFigures,
  BacktestPage,
  BacktestResult,
} from '@tocsin/contracts/backtests/backtests.js';
import type { BisectResult } from '@tocsin/contracts/backtests/bisect.js';
import type { NightDrill } from '@tocsin/contracts/backtests/night.js';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from '../http/caller.js';
import type { ImportRunner } from '../imports/import-runner.js';
import type { BacktestRunner } from './backtest-runner.js';
import type { BacktestStore } from './backtest-store.js';
import type { StoredBacktest } from './stored-backtest.js';
import { toLines } from './differences-csv.js';
import { visibleBacktest, visibleDifferences } from './visible-backtest.js';
import { BacktestsController } from './backtests.controller.js';

const beginCalls: unknown[] = [];
const keeper = partOf<BacktestRunner>({
  store: partOf<BacktestStore>({ whenReady: async () => {} }),
  start: async (id, by, request) => {
    beginCalls.push(request);
    const nothingYet = { progress: { done: 0, of: 0 }, attempt: 1, interrupted: null, trouble: null, result: null, listed: 0 };
    return { id, by, at: '', request, state: 'running', ...nothingYet };
  },
});
const parts = partOf<ServerParts>({ clock: { now: () => '2026-11-25T10:00:00.000Z' } });
const controller = new BacktestsController(parts, keeper, partOf<ImportRunner>({}));
const who = partOf<Caller>({ actor: { kind: 'person', id: 'ana', roles: [] } });
const start = (period: object) => controller.start({ change: null, ...period }, who);
const [early, late] = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'];

describe('the differences of a backtest', () => {
  const requests: number[] = [];
  const page = (personId: string): BacktestPage => ({ personId, at: early, by: ['email'], tried: [early] });
  const rows: BacktestDifference[] = [{ groupId: 'group', number: 1, because: 'change', was: [page('ana')], would: [page('bo')] }];
  const reads = partOf<ServerParts['reads']>({
    teams: partOf({ all: () => [][Symbol.iterator]() }),
    people: new Map([
      ['ana', { name: 'Ana' }],
      ['bo', { name: 'Bo' }],
    ]),
  });
  const controllerWith = (row: object, first: BacktestDifference[] = []): BacktestsController => {
    const store = partOf<BacktestStore>({
      whenReady: async () => {},
      get: () => partOf<StoredBacktest>({ id: 'one', state: 'done', request: { change: null, from: early }, listed: 501, ...row }),
      page: async (_, page) => {
        requests.push(page);
        return page === 0 ? first : undefined;
      },
    });
    return new BacktestsController(partOf<ServerParts>({ reads }), partOf<BacktestRunner>({ store }), partOf<ImportRunner>({}));
  };
  const sent: unknown[] = [];
  const reply = { type: () => reply, header: () => reply, send: (what: unknown) => void sent.push(what) } as unknown as FastifyReply;
  const read = (row: object, query: object) => controllerWith(row).differences('one', query, who, reply);
  beforeEach(() => void (requests.length = sent.length = 0));

  it('of a page that is not there are not looked for', async () => {
    await expect(read({}, { page: '3000000000' })).rejects.toMatchObject({ code: 'request.not_found' });
    await expect(read({ listed: 0 }, { page: '2' })).rejects.toMatchObject({ code: 'request.not_found' });
    expect(requests).toEqual([]);
    await expect(read({}, { page: '2' })).rejects.toMatchObject({ code: 'request.not_found' });
    expect(requests).toEqual([1]);
  });

  it('name only persons whose figures the reader may see, on a page and in the CSV', async () => {
    const ana = partOf<Caller>({ actor: { kind: 'person', id: 'ana', roles: ['member'] } });
    await controllerWith({ listed: 1 }, rows).differences('one', { page: '1' }, ana, reply);
    expect(sent[0]).toMatchObject({ rows: [{ was: [{ personId: 'ana' }], would: [{ at: early, by: ['email'] }] }], listed: 1 });
    expect(JSON.stringify(sent[0])).not.toContain('"bo"');
    await controllerWith({ listed: 1 }, rows).differences('one', { format: 'csv' }, ana, reply);
    const table = String(await (sent[1] as Readable).toArray());
    expect([table.includes('Ana'), table.includes('Bo'), table.includes('bo')]).toEqual([true, false, false]);
  });

  it('are exported once they are complete, and not when a page is missing', async () => {
    await expect(read({ state: 'running' }, { format: 'csv' })).rejects.toMatchObject({ code: 'request.not_found' });
    await read({}, { format: 'csv' });
    await expect((sent[0] as Readable).toArray()).rejects.toThrow('page 2 of the differences of one is missing');
    await read({ listed: 1 }, { format: 'csv' });
    expect(String(await (sent[1] as Readable).toArray())).toContain('alertGroup');
  });
});

const ids = ['019bb4a0-0000-7000-8000-000000000001', '019bb4a0-0000-7000-8000-000000000002'];
const none = partOf<BacktestFigures>({ persons: [] });

describe('the persons of differences', () => {
  it('are left out for a reader who may not see their figures', () => {
    const page = (personId: string): BacktestPage => ({ personId, at: early, by: ['email'], tried: [early] });
    const rows: BacktestDifference[] = [
      { groupId: 'group', number: 1, because: 'change', was: [page('ana')], would: [page('bo'), page('ana')] },
    ];
    const visibleRows = visibleDifferences(rows, (personId) => personId === 'ana');
    expect(visibleRows).toEqual([{ ...rows[0]!, was: [page('ana')], would: [{ at: early, by: ['email'], tried: [early] }, page('ana')] }]);
    const answer = partOf<BacktestAnswer>({
      result: partOf<BacktestResult>({ was: none, would: { recorded: none, median: none, never: none }, differences: rows, acts: [] }),
    });
    expect(visibleBacktest(answer, (personId) => personId === 'ana').result!.differences).toEqual(visibleRows);
    const lines = visibleRows
      .map((row) =>
        toLines(row, {
          people: new Map([
            ['ana', { name: 'Ana' }],
            ['bo', { name: 'Bo' }],
          ]),
        }),
      )
      .join('');
    expect([lines.includes('Ana'), lines.includes('Bo'), lines.includes('bo,')]).toEqual([true, false, false]);
  });
});

describe('the two periods of a bisect', () => {
  const [october, november] = ['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'];
  const to = '2026-11-21T00:00:00.000Z';

  it('are both past, and apart; nothing else is changed, and no import is read', async () => {
    const refusals = [
      [{ from: november, against: october }, 'to'],
      [{ from: november, to: '2026-12-01T00:00:00.000Z', against: october }, 'to'],
      [{ from: october, to: november, against: november }, 'against'],
      [{ from: november, to, against: '2026-10-20T00:00:00.000Z' }, 'against'],
      [{ from: november, to, against: november }, 'against'],
      [{ from: november, to, against: october, log: ids[0]! }, 'against'],
      [{ from: november, to, against: october, change: { type: 'EndSilence', data: { silenceId: ids[0]! } } }, 'against'],
    ] as const;
    for (const [period, path] of refusals)
      await expect(start(period)).rejects.toMatchObject({ code: 'request.invalid', errors: [{ path }] });
    beginCalls.length = 0;
    await start({ from: november, to, against: october });
    expect(beginCalls).toEqual([{ change: null, from: november, to, against: october }]);
  });
});

describe('the period of a backtest', () => {
  beforeEach(() => void (beginCalls.length = 0));

  it.each([
    [{ from: late, to: early }, 'Must be before “to”.'],
    [{ from: late, to: late }, 'Must be before “to”.'],
    [{ from: '2026-11-25T10:00:00.000Z' }, 'Must be in the past.'],
    [{ from: 'yesterday' }, 'Must be a time with its offset, such as 2026-11-25T10:00:00Z.'],
  ])('is refused at once when nothing can have happened in it: %j', async (period, message) => {
    await expect(start(period)).rejects.toMatchObject({ code: 'request.invalid', errors: [{ path: 'from', message }] });
    expect(beginCalls).toEqual([]);
  });

  it('ends now where it would end in the future: nothing is recorded there to compare with', async () => {
    await start({ from: early, to: '2199-01-01T00:00:00.000Z' });
    await start({ from: early, to: late });
    expect(beginCalls).toEqual([
      { change: null, from: early },
      { change: null, from: early, to: late },
    ]);
  });

  it('may begin before the log', async () => {
    await start({ from: '2016-01-01T00:00:00.000Z', to: early });
    expect(beginCalls).toHaveLength(1);
  });
});

describe('what a bisect or a drill found', () => {
  const reads = partOf<ServerParts['reads']>({ teams: partOf({ all: () => [][Symbol.iterator](), get: () => undefined }) });
  const night = partOf<NightDrill>({ people: [partOf({ personId: 'ana' }), partOf({ personId: 'bo' })] });
  const bisect = partOf<BisectResult>({ named: [partOf({ kind: 'person', id: 'bo' })] });
  const plain = { by: 'bo', at: late, state: 'done', request: { change: null, from: early }, attempt: 1, result: null, listed: 0 } as const;
  const stored = [partOf<StoredBacktest>({ ...plain, id: 'one', night }), partOf<StoredBacktest>({ ...plain, id: 'two', bisect })];
  const store = partOf<BacktestStore>({
    whenReady: async () => {},
    all: () => stored,
    get: (id) => stored.find((one) => one.id === id),
  });
  const all = new BacktestsController(partOf<ServerParts>({ reads }), partOf<BacktestRunner>({ store }), partOf<ImportRunner>({}));
  const ana = partOf<Caller>({ actor: { kind: 'person', id: 'ana', roles: ['member'] } });

  it('is not in the list, and names in the answer only people whose figures the reader may see', async () => {
    const { rows } = await all.list(ana);
    expect(rows.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(rows.flatMap((row) => Object.keys(row))).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(night|bisect)$/)]));
    expect((await all.one('one', ana)).night).toEqual({ people: [{ personId: 'ana' }], hidden: 1 });
    expect((await all.one('two', ana)).bisect?.named).toEqual([]);
  });
});

describe('a backtest of the notification rules of another person', () => {
  const reads = partOf<ServerParts['reads']>({ teams: partOf({ all: () => [][Symbol.iterator](), get: () => undefined }) });
  const change = { type: 'RemoveNotificationRule', data: { personId: 'ana', ruleId: 'rule' } } as const;
  const calls: string[] = [];
  const runningRow = partOf<StoredBacktest>({
    id: 'one',
    by: 'bo',
    at: late,
    state: 'running',
    request: { change, from: early },
    attempt: 1,
  });
  const done = partOf<StoredBacktest>({ ...runningRow, id: 'two', state: 'done' });
  const store = partOf<BacktestStore>({
    whenReady: async () => {},
    all: () => [runningRow, done],
    get: (id) => [runningRow, done].find((one) => one.id === id),
    remove: async (id: string) => void calls.push(`remove ${id}`),
  });
  const runner = partOf<BacktestRunner>({ store, cancel: (id: string) => void calls.push(`cancel ${id}`) });
  const readsAndClock = partOf<ServerParts>({ reads, clock: { now: () => '2026-11-25T10:00:00.000Z' } });
  const all = new BacktestsController(readsAndClock, runner, partOf<ImportRunner>({}));
  const member = (id: string, more: object = {}): Caller => partOf<Caller>({ actor: { kind: 'person', id, roles: ['member'], ...more } });
  beforeEach(() => void (calls.length = 0));

  it('is listed for others while it runs: without its change, and without who started it', async () => {
    const { rows } = await all.list(member('cleo'));
    expect(rows).toMatchObject([{ id: 'one', by: null, hidden: true, request: { change: null, from: early }, state: 'running' }]);
    expect(JSON.stringify(rows)).not.toMatch(/ana|bo/);
    await expect(all.one('one', member('cleo'))).rejects.toMatchObject({ code: 'request.not_found' });
    await expect(all.cancel('one', member('cleo'))).rejects.toMatchObject({ code: 'request.not_found' });
    expect((await all.list(member('ana'))).rows).toMatchObject([{ hidden: false, by: 'bo', request: { change } }, { hidden: false }]);
  });

  it('is cancelled and removed by the one who started it, who may not read it any more', async () => {
    expect((await all.list(member('bo'))).rows.map(({ id, by, hidden }) => [id, by, hidden])).toEqual([
      ['one', 'bo', true],
      ['two', 'bo', true],
    ]);
    await expect(all.one('two', member('bo'))).rejects.toMatchObject({ code: 'request.not_found' });
    await all.cancel('one', member('bo'));
    await all.cancel('two', member('bo'));
    expect(calls).toEqual(['cancel one', 'remove two']);
  });

  it('is refused with who may start it, and by a token first with the scope that it lacks', async () => {
    const order = { change: { ...change, data: { personId: ids[0], ruleId: ids[1] } }, from: early };
    await expect(all.start(order, member('cleo'))).rejects.toMatchObject({
      code: 'permission.denied',
      params: { who: whoMay('report.people') },
    });
    const token = { token: { scopes: ['read', 'configure'] } };
    await expect(all.start(order, member(ids[0]!, token))).rejects.toMatchObject({
      code: 'token.scope_missing',
      params: { scope: 'audit' },
    });
  });
});
