import type { BacktestChange, BacktestRow } from '@tocsin/contracts/backtests/backtests.js';
import { commandOf, needsManager, openDrafts, type Made } from './change-drafts.js';

const teamId = 'team';
const now = '2026-11-28T10:00:00.000Z';
const matchers = [{ label: 'alertname', operator: '=' as const, value: 'Disk' }];
const silence = (until: string): BacktestChange => ({
  type: 'StartSilence',
  data: { teamId, matchers, until, comment: '', exempt: [], untilResolved: false, confirmedGroups: null },
});
const routes: BacktestChange = { type: 'ChangeRoutes', data: { teamId, integrationId: 'i', version: 3, rules: [] } };
const window = { type: 'PlanMaintenance', data: { teamId, name: 'Nights', rule: 'FREQ=DAILY' } } as unknown as BacktestChange;
const rowOf = (change: BacktestChange | null, more: Partial<BacktestRow> = {}): BacktestRow =>
  ({ id: 'b', state: 'done', hidden: false, request: { change, from: now }, ...more }) as BacktestRow;
const nothing: Made = { routes: [{ id: 'i', version: 3 }], windows: [], silences: [], now };
const isDraft = (row: BacktestRow, made: Partial<Made> = {}): boolean => openDrafts([row], { ...nothing, ...made }).length === 1;

describe('a change that was drafted by its backtest', () => {
  it('waits until somebody has made it', () => {
    expect([routes, window, silence('2026-12-04T00:00:00.000Z')].map((change) => isDraft(rowOf(change)))).toEqual([true, true, true]);
    expect(isDraft(rowOf(routes), { routes: [{ id: 'i', version: 4 }] })).toBe(false);
    expect(isDraft(rowOf(window), { windows: [{ teamId, name: 'Nights' }] })).toBe(false);
    expect(isDraft(rowOf(silence('2026-12-04T00:00:00.000Z')), { silences: [{ id: 's', teamId, matchers, state: 'active' }] })).toBe(false);
  });

  it('is made once, whoever makes it at the same time, and is no draft any more once what it made has ended', () => {
    const week = silence('2026-12-04T00:00:00.000Z');
    expect([week, window, routes].map((change) => commandOf(change, 'b'))).toMatchObject([
      { silenceId: 'b' },
      { windowId: 'b' },
      { version: 3 },
    ]);
    expect(isDraft(rowOf(week), { silences: [{ id: 'b', teamId, matchers, state: 'ended' }] })).toBe(false);
    expect(isDraft(rowOf(week), { silences: [{ id: 's', teamId, matchers, state: 'ended' }] })).toBe(true);
  });

  it('of another team is another one, and a silence whose end is past is none any more', () => {
    expect(isDraft(rowOf(window), { windows: [{ teamId: 'other', name: 'Nights' }] })).toBe(true);
    expect(isDraft(rowOf(silence('2026-11-28T09:00:00.000Z')))).toBe(false);
  });

  it('is no backtest that runs, changes nothing, is hidden or replays an import', () => {
    const rows = [rowOf(routes, { state: 'running' }), rowOf(null), rowOf(routes, { hidden: true })];
    expect([...rows, rowOf(routes, { request: { change: routes, from: now, log: 'import' } })].filter((row) => isDraft(row))).toEqual([]);
  });

  it('is applied by a manager, where a responder may not make it alone', () => {
    const at = Date.parse(now);
    expect([routes, window, silence('2026-12-04T00:00:00.000Z')].map((change) => needsManager(change, at))).toEqual([true, true, true]);
    expect(needsManager(silence('2026-11-28T20:00:00.000Z'), at)).toBe(false);
  });
});
