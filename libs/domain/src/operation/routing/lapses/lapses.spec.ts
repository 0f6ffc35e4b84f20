import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { decide } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { bySystem, idOf } from '../../../configuration.fixture.js';
import { domain } from '../../../registry.js';
import { ana, bo, pages, Scenario, teamId } from '../../alert-groups/groups.fixture.js';
import { Audit } from '../../../observers/auditor/audit.js';
import { groupReads } from '../../alert-groups/shared/reads.js';
import { firstEndOf, type LapseRow } from '../shared/lapse-row.js';
import type { RoutingRow } from '../shared/routing-row.js';
import { lapseDecider } from './decider.js';
import { alertmanager, alertmanagerId, alertOf, resolvedAlert, serviceId } from '../signals.fixture.js';

const minute = 60_000;
const start = '2026-11-21T03:12:00.000Z';
/** Alerts straight from Prometheus, each with the minutes after which it ends. */
const post = (scenario: Scenario, ends: Readonly<Record<string, number | 'resolved'>>, name = 'Disk'): void => {
  const alerts = Object.entries(ends).map(([key, minutes]) =>
    minutes === 'resolved'
      ? resolvedAlert(key, { name })
      : alertOf(key, { name, startsAt: start, until: addMillis(scenario.world.now, minutes * minute) }),
  );
  scenario.receives(alertmanager(alerts, { key: 'prometheus', shape: 'each', complete: false, splitByName: true }));
};

const begun = (ends: Readonly<Record<string, number>> = { a: 4 }): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
  post(scenario, ends);
  scenario.news();
  return scenario;
};

const firingKeys = (scenario: Scenario): readonly string[] => scenario.row().firingKeys.toSorted();
const playsAgain = (scenario: Scenario): void => {
  const { differences, missing } = reenact(domain, scenario.world.events);
  expect({ differences: differences.filter(({ stream }) => stream !== 'configuration'), missing }).toEqual({
    differences: [],
    missing: [],
  });
};
const isAuditedWell = (scenario: Scenario): void => {
  const audit = new Audit();
  for (const event of scenario.world.events) audit.take(event);
  expect(audit.report(scenario.world.now)).toMatchObject({ findings: [], overdue: [] });
};

describe('an alert whose sender says until when it fires', () => {
  it('is resolved then, and its group with it', () => {
    const scenario = begun();
    scenario.passes(3.9);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(0.2);
    expect(scenario.row()).toMatchObject({ status: 'resolved', firing: 0, resolvedBy: { by: 'sender' } });
    expect(scenario.all('AlertsLapsed')).toHaveLength(1);
    playsAgain(scenario);
    isAuditedWell(scenario);
  });

  it('fires on while it is sent again, without a fact for each repeat', () => {
    const scenario = begun();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.news();
    for (let n = 0; n < 10; n += 1) {
      scenario.passes(1);
      post(scenario, { a: 4 });
    }
    expect(new Set(scenario.types())).toEqual(new Set(['SignalReceived', 'SignalsRouted']));
    scenario.passes(3.9);
    expect(scenario.row().status).toBe('acknowledged');
    scenario.passes(0.2);
    expect(scenario.row().status).toBe('resolved');
    playsAgain(scenario);
    isAuditedWell(scenario);
  });

  it('ends alone while others of its group are sent again', () => {
    const scenario = begun({ a: 4, b: 4 });
    scenario.passes(2);
    post(scenario, { a: 4 });
    scenario.passes(2.1);
    expect(firingKeys(scenario)).toEqual(['a']);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(2);
    expect(scenario.row().status).toBe('resolved');
    playsAgain(scenario);
    isAuditedWell(scenario);
  });

  it('is over at once when its sender says so, and nothing is due any more', () => {
    const scenario = begun({ a: 4, b: 4 });
    post(scenario, { a: 'resolved' });
    expect(firingKeys(scenario)).toEqual(['b']);
    post(scenario, { b: 'resolved' });
    expect(scenario.row().status).toBe('resolved');
    scenario.passes(10);
    expect(scenario.all('AlertsLapsed')).toEqual([]);
    playsAgain(scenario);
    isAuditedWell(scenario);
  });

  it('opens its group again where it is sent with the same start after all', () => {
    const scenario = begun();
    scenario.passes(5);
    scenario.news();
    post(scenario, { a: 4 });
    expect(scenario.row()).toMatchObject({ status: 'firing', opening: 2 });
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(4.1);
    expect(scenario.row().status).toBe('resolved');
    playsAgain(scenario);
    isAuditedWell(scenario);
  });

  it('gets the time again after Tocsin was down: its sender could not be heard', () => {
    const scenario = begun();
    scenario.world.awayUntil(addMillis(scenario.world.now, 30 * minute));
    scenario.world.advance(0);
    expect(scenario.row().status).toBe('firing');
    expect(scenario.all('LapsePostponed')).toHaveLength(1);
    scenario.passes(5.1);
    expect(scenario.row().status).toBe('resolved');
    playsAgain(scenario);
  });

  it.each([2.5, 4.4, 5.5])('gets the time again after Tocsin was down for %s minutes, also what falls due after that', (minutes) => {
    const scenario = begun({ a: 4, b: 5 });
    const from = scenario.world.now;
    scenario.world.awayUntil(addMillis(from, minutes * minute));
    scenario.world.record('reactor', [{ type: 'ReactorStarted', data: { epoch: 1, awayFrom: from } }], bySystem);
    scenario.passes(1);
    post(scenario, { a: 4, b: 4 });
    expect(scenario.all('AlertsLapsed')).toEqual([]);
    scenario.passes(3.9);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(0.2);
    expect(scenario.row().status).toBe('resolved');
    playsAgain(scenario);
    isAuditedWell(scenario);
  });

  it('gets the time again when the clock was set forward', () => {
    const scenario = begun();
    const from = scenario.world.now;
    scenario.world.now = addMillis(from, 10 * minute);
    scenario.world.record('reactor', [{ type: 'ClockSteppedForward', data: { from, to: scenario.world.now } }], bySystem);
    scenario.passes(4.9);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(0.2);
    expect(scenario.row().status).toBe('resolved');
  });

  it('fires on while its integration is refused: its sender is not heard', () => {
    const scenario = begun();
    const integration = { teamId, serviceId, integrationId: alertmanagerId, name: 'Alertmanager', kind: 'alertmanager' } as const;
    scenario.knows({ type: 'IntegrationCreated', data: integration });
    const groupId = idOf('9ef');
    scenario.world.run({ type: 'RaiseRefusals', data: { groupId, integrationId: alertmanagerId } }, { actor: bySystem });
    scenario.passes(3);
    scenario.world.run({ type: 'CountRefused', data: { groupId, refused: 5 } }, { actor: bySystem });
    scenario.passes(2);
    expect(scenario.rows()[0]!.status).toBe('firing');
    expect(scenario.all('LapsePostponed')).toHaveLength(1);
    scenario.passes(5);
    expect(scenario.rows()[0]!.status).toBe('resolved');
  });

  it('waits for signals that are on the log and not routed', () => {
    const scenario = begun();
    const { world } = scenario;
    const [lapse] = [...world.memory.rows<LapseRow>('lapses').all()];
    const [routing] = [...world.memory.rows<RoutingRow>('routing').all()];
    const now = firstEndOf(lapse!);
    const reads = { ...groupReads(world.memory), routing: { get: () => ({ ...routing!, received: routing!.state.upTo + 1 }) } as never };
    const data = { lapseId: lapse!.id, dueAt: now, plannedBy: lapse!.plannedBy };
    const context = makeContext({ now, actor: bySystem, commandId: idOf('c9'), epoch: 1, reads });
    expect(decide(lapseDecider, null, { type: 'EndLapsedAlerts', data }, context)).toMatchObject([
      { type: 'LapsePostponed', data: { until: addMillis(now, minute / 2) } },
    ]);
  });

  it('is not ended behind a person’s back: what they resolved stays as it is, also when it is sent again', () => {
    const scenario = begun();
    scenario.act('ResolveAlertGroup', {}, ana);
    post(scenario, { a: 4 });
    scenario.passes(10);
    expect(scenario.row()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'person' } });
    expect(scenario.all('AlertsLapsed')).toEqual([]);
    playsAgain(scenario);
    isAuditedWell(scenario);
  });

  it('lets alerts that are only counted go with the last of them', () => {
    const ends = Object.fromEntries(Array.from({ length: 2_005 }, (_, n) => [`a${n}`, 4]));
    const scenario = begun(ends);
    expect(scenario.row().counted).toBe(5);
    scenario.passes(2);
    post(scenario, ends);
    scenario.passes(3.9);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(0.2);
    expect(scenario.row().status).toBe('resolved');
  });

  it('is over once when its thread does not list it', () => {
    const scenario = begun({ a: 4, b: 8 });
    // what a person resolved keeps its place: the two that come then are only counted
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`m${n}`, 4]));
    post(scenario, many);
    expect(scenario.row().counted).toBe(2);
    post(scenario, Object.fromEntries(['m0', 'm1', 'm2', 'm3'].map((key) => [key, 'resolved' as const])));
    post(scenario, { ...many, b: 8 });
    scenario.passes(7.9);
    expect(scenario.all('AlertsLapsed')).toHaveLength(1);
    expect(scenario.row()).toMatchObject({ status: 'firing', counted: 0 });
    expect(firingKeys(scenario)).toEqual(['b']);
    scenario.passes(0.2);
    expect(scenario.row().status).toBe('resolved');
    playsAgain(scenario);
    isAuditedWell(scenario);
  });

  it('has no end where one message says that it fires and that it is resolved', () => {
    const scenario = begun({ b: 30 });
    const until = addMillis(scenario.world.now, 4 * minute);
    const a = alertOf('a', { name: 'Disk', startsAt: start, until });
    scenario.receives(
      alertmanager([a, resolvedAlert('a', { name: 'Disk' })], { key: 'prometheus', shape: 'each', complete: false, splitByName: true }),
    );
    scenario.passes(20);
    expect(scenario.all('AlertsLapsed')).toEqual([]);
    expect(firingKeys(scenario)).toEqual(['b']);
    playsAgain(scenario);
  });

  it('ends with the alerts of its group that opens anew: what fired before does not count', () => {
    const scenario = begun({ a: 4 });
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.passes(60 * 24 * 2);
    const later = addMillis(scenario.world.now, 0);
    scenario.receives(
      alertmanager(
        ['a', 'b'].map((key) => alertOf(key, { name: 'Disk', startsAt: later, until: addMillis(later, 4 * minute) })),
        { key: 'prometheus', shape: 'each', complete: false, splitByName: true },
      ),
    );
    expect(firingKeys(scenario)).toEqual(['a', 'b']);
    scenario.passes(4.1);
    expect(scenario.row().status).toBe('resolved');
    expect(scenario.all('AlertsLapsed')).toHaveLength(1);
  });

  it('ends after its group was reopened by hand and it was sent again', () => {
    const scenario = begun();
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.act('ReopenAlertGroup', { iHaveIt: true }, ana);
    post(scenario, { a: 4 });
    scenario.passes(3.9);
    expect(scenario.row().status).toBe('acknowledged');
    scenario.passes(0.2);
    expect(scenario.row().status).toBe('resolved');
    playsAgain(scenario);
  });

  it('fires again two minutes after one of two replicas resolved it, while the other one sends it', () => {
    const scenario = begun({ a: 4 });
    const each = { key: 'prometheus', shape: 'each', complete: false, splitByName: true } as const;
    const other = (): void => {
      const alert = alertOf('a', { name: 'Disk', startsAt: addMillis(start, -minute), until: addMillis(scenario.world.now, 4 * minute) });
      scenario.receives(alertmanager([alert], each));
    };
    scenario.receives(alertmanager([resolvedAlert('a', { name: 'Disk', startsAt: start })], each));
    scenario.passes(1);
    other();
    expect(scenario.row().status).toBe('resolved');
    scenario.passes(1);
    other();
    expect(scenario.row().status).toBe('firing');
    playsAgain(scenario);
  });

  it('ends in a storm with its thread alone, and the storm with the last', () => {
    const scenario = begun();
    for (let n = 0; n < 60; n += 1) post(scenario, { [`s${n}`]: n === 59 ? 8 : 4 }, `Alert ${n}`);
    const storm = scenario.row();
    expect(storm.firing).toBeGreaterThan(1);
    scenario.passes(4.1);
    expect(scenario.row()).toMatchObject({ id: storm.id, status: 'firing', firing: 1 });
    scenario.passes(4);
    expect(scenario.row()).toMatchObject({ id: storm.id, status: 'resolved' });
    playsAgain(scenario);
    isAuditedWell(scenario);
  });
});
