import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { backtestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { NoiseFigures } from '@tocsin/contracts/reports/reports.js';
import { ids } from '../../data/words/names.fixture.js';
import { effectWords } from './backtest-words.js';
import { rulesWithHold, sparedBy } from './spared-by.js';

const disk = { label: 'alertname', operator: '=' as const, value: 'DiskFull' };
const rule = (differs: Partial<NoiseFigures['rules'][number]> = {}): NoiseFigures['rules'][number] => ({
  groupId: ids.group,
  number: 1,
  serviceId: ids.checkout,
  integrationId: ids.prometheus,
  openings: 40,
  actionable: 2,
  acknowledgedOnly: 20,
  resolvedItself: 37,
  answeredYes: 2,
  answeredNo: 4,
  marked: 0,
  flaps: 0,
  suppressed: 0,
  repeats: 0,
  interruptions: 41,
  sleep: 41,
  needless: 39,
  sleepers: [],
  ...differs,
});
const group = { alertName: 'DiskFull', labels: ['alertname=DiskFull', 'env=prod'], teamId: ids.payments, title: 'Disk full' };
const order = { from: '2026-11-01T00:00:00.000Z', zone: 'Europe/Berlin' };
const alert = { rule: rule(), group, routes: null, order, now: Date.parse('2026-11-28T12:00:00.000Z') };
const titles = (differs: Partial<typeof alert>) => sparedBy({ ...alert, ...differs }).map(({ title }) => title);

describe('what would have spared pages by an alert', () => {
  it('is a hold where it resolves itself, low urgency where it pages at night, and a silence', () => {
    expect(titles({})).toEqual(['Hold for 5 min before paging', 'Low urgency at night', 'Silence for 7 days']);
    expect(titles({ rule: rule({ resolvedItself: 0, sleep: 0 }) })).toEqual(['Silence for 7 days']);
    expect(titles({ group: { ...group, alertName: '' } })).toEqual([]);
  });

  it('is a change that a backtest takes', () => {
    for (const { change } of sparedBy(alert)) expect(backtestChange.safeParse(change)).toMatchObject({ success: true });
  });

  it('finds an alert without a label of its name by its summary', () => {
    const [held] = sparedBy({ ...alert, group: { ...group, labels: [] } });
    expect(JSON.stringify(held!.change)).toContain('"label":"summary"');
  });

  it('leaves alerts where their routes lead them: each rule is behind one that holds this alert alone', () => {
    const toPayments: RouteRule = {
      ruleId: ids.rota,
      rows: [[{ label: 'team', operator: '=', value: 'payments' }]],
      outcome: { kind: 'service', serviceId: ids.checkout, urgency: 'low' },
      isOn: true,
    };
    const off: RouteRule = { ...toPayments, isOn: false };
    const recorded: RouteRule = { ...toPayments, rows: [], outcome: { kind: 'record_only' } };
    expect(rulesWithHold([toPayments, off, recorded], disk)).toEqual([
      { rows: [[...toPayments.rows[0]!, disk]], outcome: { ...toPayments.outcome, holdMinutes: 5 }, isOn: true },
      toPayments,
      off,
      recorded,
      { rows: [[disk]], outcome: { kind: 'default', holdMinutes: 5 }, isOn: true },
    ]);
  });
});

describe('the effect of a change', () => {
  const none = { later: 0, median: null, unpaged: 0 };
  it.each([
    [
      { groups: 41, nightPages: { was: 41, would: 4 }, real: { later: 2, median: 300_000, unpaged: 0 } },
      '37 of 41 night pages fewer, 2 real ones 5 min later.',
    ],
    [
      { groups: 3, nightPages: { was: 1, would: 0 }, real: { later: 0, median: null, unpaged: 1 } },
      '1 of 1 night page fewer, 1 real one pages no one.',
    ],
    [{ groups: 3, nightPages: { was: 2, would: 3 }, real: none }, '1 night page more than the 2 before, no real one later.'],
    [{ groups: 3, nightPages: { was: 0, would: 0 }, real: none }, 'No night pages with or without it, no real one later.'],
    [{ groups: 0, nightPages: { was: 0, would: 0 }, real: none }, 'Nothing would have changed.'],
  ])('is a sentence: %#', (effect, says) => expect(effectWords(effect)).toBe(says));
});
