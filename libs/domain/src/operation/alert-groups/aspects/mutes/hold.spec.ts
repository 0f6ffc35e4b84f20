import type { Fact } from '@tocsin/contracts/catalogue.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { idOf } from '../../../../configuration.fixture.js';
import { domain } from '../../../../registry.js';
import { alertmanager, alertmanagerId, alertOf, resolvedAlert } from '../../../routing/signals.fixture.js';
import { ana, as, bo, Scenario, teamId } from '../../groups.fixture.js';

const ruleId = idOf('101');
const holdFor = (holdMinutes: number, name = 'Disk'): Fact => ({
  type: 'RoutesChanged',
  data: {
    teamId,
    integrationId: alertmanagerId,
    version: 1,
    rules: [
      { ruleId, rows: [[{ label: 'alertname', operator: '=', value: name }]], outcome: { kind: 'default', holdMinutes }, isOn: true },
    ],
  },
});
const start = (minutes = 5): Scenario => {
  const scenario = new Scenario();
  scenario.knows(holdFor(minutes));
  scenario.news();
  return scenario;
};
const fires = (scenario: Scenario, ...names: readonly string[]): void =>
  scenario.receives(alertmanager(names.map((name) => alertOf(name, { severity: 'critical' }))));
const resolves = (scenario: Scenario, ...names: readonly string[]): void =>
  scenario.receives(
    alertmanager(
      names.map((name) => resolvedAlert(name)),
      { action: 'resolve' },
    ),
  );
const silence = (scenario: Scenario, minutes: number): void => {
  const until = addMillis(scenario.world.now, minutes * 60_000);
  const matchers = [{ label: 'alertname', operator: '=', value: 'Disk' }];
  scenario.world.run(
    {
      type: 'StartSilence',
      data: { silenceId: idOf('511'), teamId, matchers, until, comment: '', exempt: [], untilResolved: false, confirmedGroups: null },
    },
    { actor: as(ana) },
  );
  scenario.passes(0);
};

/** The log, decided again, is the same; and no timer waits for nothing. */
const expectSound = (scenario: Scenario): void => {
  const { differences } = reenact(domain, scenario.world.events);
  expect(differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  expect(scenario.idleTimers()).toEqual([]);
};

describe('an alert that a rule holds', () => {
  it('makes a suppressed group, which names the rule and the time, and pages nobody', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    expect(scenario.row()).toMatchObject({ status: 'suppressed', urgency: 'high', suppressed: { mutes: [{ kind: 'hold', id: ruleId }] } });
    scenario.passes(4);
    expect(scenario.paged()).toEqual([]);
    expectSound(scenario);
  });

  it('pages step 1 when the time is over, at once: it does not settle', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    scenario.passes(5);
    expect(scenario.row()).toMatchObject({ status: 'firing' });
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.all('AlertGroupSettling')).toEqual([]);
    scenario.passes(5);
    expect(scenario.paged()).toEqual([bo]);
    expectSound(scenario);
  });

  it('pages nobody when it resolves in time', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    scenario.passes(3);
    resolves(scenario, 'Disk');
    scenario.passes(60);
    expect(scenario.row().status).toBe('resolved');
    expect(scenario.paged()).toEqual([]);
    expectSound(scenario);
  });

  it('is held from its first firing: repeats do not prolong it', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    scenario.passes(3);
    fires(scenario, 'Disk');
    scenario.passes(2);
    expect(scenario.paged()).toEqual([ana]);
  });

  it('holds up no other: one that nothing holds makes the group fire', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    fires(scenario, 'Disk', 'Memory');
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(5);
    expectSound(scenario);
  });

  it('is news for whoever has the group when its hold ends', () => {
    const scenario = start(15);
    fires(scenario, 'Memory');
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.news();
    fires(scenario, 'Memory', 'Disk');
    expect(scenario.paged()).toEqual([]);
    scenario.passes(15);
    expect(scenario.row().status).toBe('firing');
    expect(scenario.paged()).toEqual([ana]);
    expectSound(scenario);
  });

  it('stays suppressed when a silence covers it at the end, and one that ends before it changes nothing', () => {
    const scenario = start();
    silence(scenario, 60);
    fires(scenario, 'Disk');
    scenario.passes(6);
    expect(scenario.row()).toMatchObject({ status: 'suppressed', suppressed: { mutes: [{ kind: 'silence' }] } });
    const other = start();
    silence(other, 2);
    fires(other, 'Disk');
    other.passes(3);
    expect(other.row().suppressed).toMatchObject({ mutes: [{ kind: 'hold' }], settlesAt: null });
    other.passes(2);
    expect(other.paged()).toEqual([ana]);
    expectSound(other);
  });

  it('is escalated by hand in vain, and says until when', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    expect(scenario.refusal(scenario.act('EscalateAlertGroup'))).toBe('alert_group.suppressed');
  });

  it('is held again when it fires again after its end', () => {
    const scenario = start();
    fires(scenario, 'Disk');
    scenario.passes(2);
    resolves(scenario, 'Disk');
    scenario.passes(2);
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical', startsAt: scenario.world.now })]));
    scenario.passes(4);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    expectSound(scenario);
  });
});
