import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { domain } from '../../../registry.js';
import { ana, bo, pages, Scenario } from '../../alert-groups/groups.fixture.js';
import { Audit } from '../../../observers/auditor/audit.js';
import { alertmanager, alertOf, resolvedAlert } from '../signals.fixture.js';

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
