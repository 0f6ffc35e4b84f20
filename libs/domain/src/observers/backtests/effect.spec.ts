import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import { asSource } from '@tocsin/kernel/replay/source.js';
import { asJson } from '@tocsin/kernel/replay/stored-form.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ana, contactsOfPerson, pages, Scenario, teamId } from '../../operation/alert-groups/groups.fixture.js';
import { alertmanager, alertmanagerId, alertOf, resolvedAlert, serviceId } from '../../operation/routing/signals.fixture.js';
import { domain } from '../../registry.js';
import { runBacktest, type BacktestFindings } from './backtest.js';
import { orderOf } from './range.js';

const minutes = 60_000;
const disk = { label: 'alertname', operator: '=' as const, value: 'Disk' };
const hold: BacktestChange = {
  type: 'ChangeRoutes',
  data: {
    teamId,
    integrationId: alertmanagerId,
    version: 0,
    rules: [{ rows: [[disk]], outcome: { kind: 'default', holdMinutes: 5 }, isOn: true }],
  },
};

/** At night, Ana is paged for a disk that is full for these minutes, and does this before it is over. */
const night = (...times: readonly (readonly [lasts: number, act?: (scenario: Scenario) => void])[]) => {
  const scenario = new Scenario({
    steps: [pages([ana], { waitMinutes: 60 })],
    contacts: { [ana]: contactsOfPerson(ana, ['push'], [['high', 0, 0]]) },
  });
  scenario.knows({
    type: 'IntegrationCreated',
    data: { teamId, serviceId, integrationId: alertmanagerId, name: 'Alertmanager', kind: 'alertmanager' },
  });
  scenario.passes(1);
  const from = scenario.world.now;
  for (const [lasts, act] of times) {
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(lasts);
    act?.(scenario);
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.passes(30);
  }
  return { scenario, from };
};

const backtest = ({ scenario: { world }, from }: ReturnType<typeof night>, change: BacktestChange | null): BacktestFindings => {
  const { events } = world;
  const period = { change, from, to: addMillis(world.now, 1), upTo: events.length };
  const source = asSource(events);
  const steps = runBacktest({ domain, source, written: asJson }, orderOf(source, period));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

describe('what a change would have spared', () => {
  const note = (scenario: Scenario): void => void scenario.act('AddNote', { text: 'Emptied it' });
  const answers = (answer: string) => (scenario: Scenario) => void scenario.act('AnswerActionNeeded', { answer });

  it('says night pages, and how much later those come that had something to do', () => {
    const { effect } = backtest(night([2], [2], [20, note]), hold);
    expect(effect).toEqual({
      groups: 3,
      nightPages: { was: 3, would: 1 },
      real: { later: 1, median: 5 * minutes, unpaged: 0 },
    });
  });

  it('names those that had something to do and would page nobody', () => {
    expect(backtest(night([2, note], [2]), hold).effect).toMatchObject({
      nightPages: { was: 2, would: 0 },
      real: { later: 0, unpaged: 1 },
    });
  });

  it('believes whoever was there', () => {
    const ended = night([2, note]);
    answers('no')(ended.scenario);
    expect(backtest(ended, hold).effect!.real).toEqual({ later: 0, median: null, unpaged: 0 });
    answers('yes')(ended.scenario);
    expect(backtest(ended, hold).effect!.real.unpaged).toBe(1);
  });

  it('can be a silence from the beginning', () => {
    const ended = night([20], [20]);
    const until = addMillis(ended.from, 600 * minutes);
    const data = { teamId, matchers: [disk], until, comment: 'Known', exempt: [], untilResolved: false, confirmedGroups: null };
    expect(backtest(ended, { type: 'StartSilence', data }).effect).toMatchObject({ nightPages: { was: 2, would: 0 } });
  });

  it('says nothing without a change', () => expect(backtest(night([2]), null)).not.toHaveProperty('effect'));
});
