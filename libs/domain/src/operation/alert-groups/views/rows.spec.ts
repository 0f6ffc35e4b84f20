import type { AlertsRow, RepeatsRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { Link } from '@tocsin/contracts/routing/signals.js';
import { alertmanager, alertOf, resolvedAlert, pagerduty } from '../../routing/signals.fixture.js';
import { Scenario } from '../groups.fixture.js';

const repeats = (scenario: Scenario) =>
  [...scenario.world.rows<RepeatsRow>('repeats').all()].map(({ minute, repeats: n, lastSeenAt }) => [
    minute.slice(11, 16),
    n,
    lastSeenAt.slice(11, 19),
  ]);

describe('repeats', () => {
  it('are counted by minute, apart from the group; what is said anew is no repeat', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(0.5);
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(1);
    for (const name of ['Disk', 'Disk', 'Cpu'])
      scenario.receives(alertmanager([alertOf('Disk'), alertOf(name)].slice(name === 'Disk' ? 1 : 0)));
    expect(repeats(scenario)).toEqual([
      ['03:12', 1, '03:12:30'],
      ['03:13', 2, '03:13:30'],
    ]);
  });

  it('go on being counted after a person resolved it', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    scenario.act('ResolveAlertGroup');
    scenario.receives(pagerduty('k'));
    expect(repeats(scenario)).toEqual([['03:12', 1, '03:12:00']]);
  });

  it('are none of a signal that belongs to no group', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k', 'resolve'));
    expect(repeats(scenario)).toEqual([]);
  });
});

describe('the line of a group', () => {
  it('keeps the labels of all its alerts, each once: the list is searched by them', () => {
    const scenario = new Scenario();
    const alertOn = (fingerprint: string, host: string) => alertOf('Disk', { fingerprint, labels: { alertname: 'Disk', host } });
    scenario.receives(alertmanager([alertOn('a', 'db1')]));
    scenario.receives(alertmanager([alertOn('a', 'db1'), alertOn('b', 'db2')]));
    expect(scenario.row().labels).toEqual(['alertname=Disk', 'host=db1', 'host=db2']);
  });
});

describe('the alert name of a group', () => {
  it('is that of all its alerts, and none once they have several', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk', { fingerprint: 'a' })]));
    expect(scenario.row().alertName).toBe('Disk');
    scenario.receives(alertmanager([alertOf('Disk', { fingerprint: 'a' }), alertOf('Disk', { fingerprint: 'b' })]));
    expect(scenario.row().alertName).toBe('Disk');
    scenario.receives(alertmanager([alertOf('Disk', { fingerprint: 'a' }), alertOf('Cpu', { fingerprint: 'c' })]));
    expect(scenario.row().alertName).toBeNull();
  });
});

describe('a group that goes on', () => {
  const sinceTimes = (scenario: Scenario) => [scenario.row().firingSince, scenario.group().firingSince].map((at) => at.slice(11, 16));

  it('is no younger by what persons do to it: not by giving it back, nor by undoing a resolve', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    scenario.passes(7);
    scenario.act('AcknowledgeAlertGroup');
    scenario.act('UnacknowledgeAlertGroup');
    scenario.passes(1);
    scenario.act('ResolveAlertGroup');
    scenario.act('ReopenAlertGroup', { iHaveIt: false });
    expect(sinceTimes(scenario)).toEqual(['03:12', '03:12']);
  });

  it('begins again when its sender opens it again', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.passes(3);
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(sinceTimes(scenario)).toEqual(['03:15', '03:15']);
  });

  it('is on its ladder what it is: not stopped as resolved when a resolve was undone', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    scenario.act('AcknowledgeAlertGroup');
    scenario.act('ResolveAlertGroup');
    scenario.act('ReopenAlertGroup', { iHaveIt: true });
    expect(scenario.ladder()).toMatchObject({ state: 'stopped', because: 'acknowledged', next: null });
    scenario.act('ResolveAlertGroup');
    scenario.act('ReopenAlertGroup', { iHaveIt: false });
    expect(scenario.ladder()).toMatchObject({ state: 'climbing', because: 'reopened' });
  });
});

describe('who may act on a group, whatever their role', () => {
  it('is whoever was paged for it, also when their page has ended', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    const { paging } = scenario.row();
    expect(paging.length).toBeGreaterThan(0);
    scenario.act('AcknowledgeAlertGroup');
    expect(scenario.row()).toMatchObject({ paging: [], involved: paging });
  });
});

describe('the alerts of a group', () => {
  it('keep when each was first seen and resolved, and what labels all of them share', () => {
    const scenario = new Scenario();
    const alertOn = (fingerprint: string, host: string) => alertOf('Disk', { fingerprint, labels: { alertname: 'Disk', host } });
    scenario.receives(alertmanager([alertOn('a', 'db1')]));
    scenario.passes(2);
    scenario.receives(alertmanager([alertOn('a', 'db1'), alertOn('b', 'db2')]));
    scenario.receives(alertmanager([resolvedAlert('Disk', { fingerprint: 'a' }), alertOn('b', 'db2')]));
    scenario.receives(alertmanager([alertOn('a', 'db1'), alertOn('b', 'db2')]));
    const row = scenario.world.rows<AlertsRow>('alerts').get(scenario.row().id)!;
    expect(row.commonLabels).toEqual({ alertname: 'Disk' });
    expect(
      row.alerts.map(({ fingerprint, state, firstSeenAt, resolvedAt }) => [fingerprint, state, firstSeenAt.slice(11, 16), resolvedAt]),
    ).toEqual([
      ['a', 'firing', '03:12', null],
      ['b', 'firing', '03:14', null],
    ]);
  });
});

describe('the line of a group', () => {
  it('puts runbooks and dashboards first, each link once', () => {
    const link = (kind: Link['kind'], href: string): Link => ({ kind, href, text: href });
    const scenario = new Scenario();
    scenario.receives(
      alertmanager([
        alertOf('Disk', { links: [link('source', 's'), link('dashboard', 'd')] }),
        alertOf('Cpu', { links: [link('dashboard', 'd'), link('runbook', 'r')] }),
      ]),
    );
    expect(scenario.row().links.map(({ href }) => href)).toEqual(['r', 'd', 's']);
  });

  it('says who is rung next and when, and nothing once somebody has it', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.row().next).toEqual({ round: 1, step: 2, dueAt: '2026-11-21T03:17:00.000Z' });
    scenario.act('AcknowledgeAlertGroup');
    expect(scenario.row().next).toBeNull();
  });

  it('counts firing and all alerts apart', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')]));
    scenario.receives(alertmanager([alertOf('Disk'), resolvedAlert('Cpu')]));
    expect(scenario.row()).toMatchObject({ firing: 1, alerts: 2 });
  });

  it('counts an alert once that fires again, and as many as a group lists at most: the oldest that are over leave', () => {
    const scenario = new Scenario();
    const few = ['Disk', 'Cpu', 'Net'] as const;
    scenario.receives(alertmanager(few.map((name) => alertOf(name))));
    scenario.receives(alertmanager([alertOf('Disk'), resolvedAlert('Cpu'), resolvedAlert('Net')]));
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')]));
    expect(scenario.row()).toMatchObject({ firing: 2, alerts: 3 });
    const many = Array.from({ length: alertGroupLimits.sizes.alertsPerGroup - 2 }, (_, n) => alertOf(`m${n}`));
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu'), ...many]));
    expect(scenario.row()).toMatchObject({ firing: alertGroupLimits.sizes.alertsPerGroup, alerts: alertGroupLimits.sizes.alertsPerGroup });
  });
});
