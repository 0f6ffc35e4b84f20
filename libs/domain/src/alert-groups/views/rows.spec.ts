import type { AlertsRow, RepeatsRow } from '@tocsin/contracts/alert-group-rows.js';
import type { Link } from '@tocsin/contracts/signals.js';
import { alertmanager, alertOf, over, pagerduty } from '../../routing/signals.fixture.js';
import { Harbour } from '../groups.fixture.js';

const repeats = (harbour: Harbour) =>
  [...harbour.world.rows<RepeatsRow>('repeats').all()].map(({ minute, repeats: n, lastSeenAt }) => [
    minute.slice(11, 16),
    n,
    lastSeenAt.slice(11, 19),
  ]);

describe('repeats', () => {
  it('are counted by minute, apart from the group; what is said anew is no repeat', () => {
    const harbour = new Harbour();
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.passes(0.5);
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.passes(1);
    for (const name of ['Disk', 'Disk', 'Cpu'])
      harbour.receives(alertmanager([alertOf('Disk'), alertOf(name)].slice(name === 'Disk' ? 1 : 0)));
    expect(repeats(harbour)).toEqual([
      ['03:12', 1, '03:12:30'],
      ['03:13', 2, '03:13:30'],
    ]);
  });

  it('go on being counted after a person resolved it', () => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('k'));
    harbour.act('ResolveAlertGroup');
    harbour.receives(pagerduty('k'));
    expect(repeats(harbour)).toEqual([['03:12', 1, '03:12:00']]);
  });

  it('are none of a signal that belongs to no group', () => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('k', 'resolve'));
    expect(repeats(harbour)).toEqual([]);
  });
});

describe('the line of a group', () => {
  it('keeps the labels of all its alerts, each once: the list is searched by them', () => {
    const harbour = new Harbour();
    const on = (fingerprint: string, host: string) => alertOf('Disk', { fingerprint, labels: { alertname: 'Disk', host } });
    harbour.receives(alertmanager([on('a', 'db1')]));
    harbour.receives(alertmanager([on('a', 'db1'), on('b', 'db2')]));
    expect(harbour.row().labels).toEqual(['alertname=Disk', 'host=db1', 'host=db2']);
  });
});

describe('a group that goes on', () => {
  const since = (harbour: Harbour) => [harbour.row().firingSince, harbour.group().firingSince].map((at) => at.slice(11, 16));

  it('is no younger by what persons do to it: not by giving it back, nor by undoing a resolve', () => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('k'));
    harbour.passes(7);
    harbour.act('AcknowledgeAlertGroup');
    harbour.act('UnacknowledgeAlertGroup');
    harbour.passes(1);
    harbour.act('ResolveAlertGroup');
    harbour.act('ReopenAlertGroup', { iHaveIt: false });
    expect(since(harbour)).toEqual(['03:12', '03:12']);
  });

  it('begins again when its sender opens it again', () => {
    const harbour = new Harbour();
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.receives(alertmanager([over('Disk')], { action: 'resolve' }));
    harbour.passes(3);
    harbour.receives(alertmanager([alertOf('Disk')]));
    expect(since(harbour)).toEqual(['03:15', '03:15']);
  });

  it('is on its ladder what it is: not stopped as resolved when a resolve was undone', () => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('k'));
    harbour.act('AcknowledgeAlertGroup');
    harbour.act('ResolveAlertGroup');
    harbour.act('ReopenAlertGroup', { iHaveIt: true });
    expect(harbour.ladder()).toMatchObject({ state: 'stopped', because: 'acknowledged', next: null });
    harbour.act('ResolveAlertGroup');
    harbour.act('ReopenAlertGroup', { iHaveIt: false });
    expect(harbour.ladder()).toMatchObject({ state: 'climbing', because: 'reopened' });
  });
});

describe('who may act on a group, whatever their role', () => {
  it('is whoever was paged for it, also when their page has ended', () => {
    const harbour = new Harbour();
    harbour.receives(pagerduty('k'));
    const { paging } = harbour.row();
    expect(paging.length).toBeGreaterThan(0);
    harbour.act('AcknowledgeAlertGroup');
    expect(harbour.row()).toMatchObject({ paging: [], involved: paging });
  });
});

describe('the alerts of a group', () => {
  it('keep when each was first seen and resolved, and what labels all of them share', () => {
    const harbour = new Harbour();
    const on = (fingerprint: string, host: string) => alertOf('Disk', { fingerprint, labels: { alertname: 'Disk', host } });
    harbour.receives(alertmanager([on('a', 'db1')]));
    harbour.passes(2);
    harbour.receives(alertmanager([on('a', 'db1'), on('b', 'db2')]));
    harbour.receives(alertmanager([over('Disk', { fingerprint: 'a' }), on('b', 'db2')]));
    harbour.receives(alertmanager([on('a', 'db1'), on('b', 'db2')]));
    const row = harbour.world.rows<AlertsRow>('alerts').get(harbour.row().id)!;
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
    const harbour = new Harbour();
    harbour.receives(
      alertmanager([
        alertOf('Disk', { links: [link('source', 's'), link('dashboard', 'd')] }),
        alertOf('Cpu', { links: [link('dashboard', 'd'), link('runbook', 'r')] }),
      ]),
    );
    expect(harbour.row().links.map(({ href }) => href)).toEqual(['r', 'd', 's']);
  });

  it('says who is rung next and when, and nothing once somebody has it', () => {
    const harbour = new Harbour();
    harbour.receives(alertmanager([alertOf('Disk')]));
    expect(harbour.row().next).toEqual({ round: 1, step: 2, dueAt: '2026-11-21T03:17:00.000Z' });
    harbour.act('AcknowledgeAlertGroup');
    expect(harbour.row().next).toBeNull();
  });

  it('counts firing and all alerts apart', () => {
    const harbour = new Harbour();
    harbour.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')]));
    harbour.receives(alertmanager([alertOf('Disk'), over('Cpu')]));
    expect(harbour.row()).toMatchObject({ firing: 1, alerts: 2 });
  });
});
