import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { asSource } from '@tocsin/kernel/replay/source.js';
import { asJson } from '@tocsin/kernel/replay/stored-form.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ana, contactsOfPerson, pages, teamId } from '../../operation/alert-groups/groups.fixture.js';
import { named, QuietScenario, silenceIdOf } from '../../operation/alert-groups/aspects/mutes/quiet.fixture.js';
import { serviceId } from '../../operation/routing/signals.fixture.js';
import { idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { runBacktest } from './backtest.js';
import { orderOf } from './range.js';

/** Two disks and a cluster fire, one of the disks under a silence. */
const history = () => {
  const scenario = new QuietScenario({
    steps: [pages([ana], { waitMinutes: 60 })],
    contacts: { [ana]: contactsOfPerson(ana, ['push'], [['high', 0, 0]]) },
  });
  scenario.silence(1, 600, named('Disk'));
  scenario.passes(1);
  const from = scenario.world.now;
  scenario.fires('cluster', 'Cluster');
  scenario.passes(10);
  scenario.fires('disk', 'Disk');
  scenario.passes(10);
  scenario.fires('fan', 'Fan');
  scenario.passes(20);
  return { scenario, from };
};

/** Interruptions as recorded, and as they would have been. */
const pagesBy = (change: BacktestChange): readonly [was: number, would: number] => {
  const { scenario, from } = history();
  const { events, now } = scenario.world;
  const source = asSource(events);
  const steps = runBacktest(
    { domain, source, written: asJson },
    orderOf(source, { change, from, to: addMillis(now, 1), upTo: events.length }),
  );
  for (;;) {
    const step = steps.next();
    if (step.done) return [step.value.was.pages, step.value.would.recorded.pages];
  }
};

describe('a backtest', () => {
  it('with a silence less pages for what that covered', () =>
    expect(pagesBy({ type: 'EndSilence', data: { silenceId: silenceIdOf(1) } })).toEqual([2, 3]));

  it('with a window more pages for nothing in it', () => {
    const times = { from: '2026-11-21T00:00', to: '2026-11-22T00:00', zone: 'UTC', rule: null };
    const settings = { name: 'A day', services: [serviceId], matchers: [], behaviour: 'suppress' as const };
    expect(pagesBy({ type: 'PlanMaintenance', data: { teamId, ...settings, ...times } })).toEqual([2, 0]);
  });

  it('with an inhibition rule more does not page for what another one says already', () => {
    const rule = { teamId, name: 'Cluster', source: [...named('Cluster')], target: [...named('Fan')], equal: [], isOn: true };
    expect(pagesBy({ type: 'SaveInhibitionRule', data: rule })).toEqual([2, 1]);
  });

  it('with a linking rule more pages once for what it links, and again for nothing that it does not', () => {
    const linking = { by: { kind: 'fields' as const, fields: ['service'] }, windowMinutes: 30 };
    const linkOf = (rows: RouteRule['rows']): BacktestChange => ({
      type: 'ChangeOrganisationRoutes',
      data: { version: 0, rules: [{ ruleId: idOf('1f7'), rows, outcome: { kind: 'default', linking }, isOn: true }] },
    });
    expect(pagesBy(linkOf([]))).toEqual([2, 1]);
    expect(pagesBy(linkOf([[...named('Fan')]]))).toEqual([2, 2]);
  });
});
