import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { Grouping } from '@tocsin/contracts/grouping.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { replaceLimit } from '@tocsin/testing/replace-limit.js';
import { byTier } from '@tocsin/testing/tier.js';
import { idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { ana, bo, Scenario, serviceOf, teamId, type Setting } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertmanagerId, alertOf, generic, pagerduty, resolvedAlert } from './signals.fixture.js';

const byCluster: Grouping = { by: { kind: 'fields', fields: ['cluster'] }, windowMinutes: 30 };
const scenarioWith = (grouping: Grouping = byCluster, service: Setting['service'] = {}): Scenario =>
  new Scenario({ service: { grouping, ...service } });
afterEach(() => jest.restoreAllMocks());

const inCluster = (cluster: string, name: string, more: Partial<SignalAlert> = {}): SignalAlert =>
  alertOf(name, { labels: { alertname: name, cluster }, ...more });
const endedIn = (cluster: string, name: string): SignalAlert => resolvedAlert(name, { labels: { alertname: name, cluster } });

/** The router’s decisions since the last call: outcome, number and alerts. */
const said = (scenario: Scenario): readonly string[] =>
  scenario
    .news()
    .flatMap((event) => (event.type === 'SignalsRouted' ? event.data.items : []))
    .map(({ outcome, number, alerts }) => [outcome, `#${number}`, ...alerts.map((one) => `${one.fingerprint}:${one.outcome}`)].join(' '));
const shown = (scenario: Scenario) => scenario.rows().map(({ number, status, firing }) => `#${number} ${status} ${firing}`);

describe('grouping by fields', () => {
  it('replaces the groups of the sender: alerts with the same values are one group, whatever message they came in', () => {
    const scenario = scenarioWith();
    scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('us', 'Cpu')], { key: 'g1' }));
    scenario.receives(alertmanager([inCluster('eu', 'Net')], { key: 'g2' }));
    expect(said(scenario)).toEqual(['opened #1 Cpu:fired', 'opened #2 Disk:fired', 'joined #2 Net:fired']);
    expect(shown(scenario)).toEqual(['#1 firing 1', '#2 firing 2']);
    expect(scenario.rows().map(({ alerts }) => alerts)).toEqual([1, 2]);
  });

  it('joins alerts of several senders of one service', () => {
    const scenario = scenarioWith();
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.receives(pagerduty('b', 'trigger', { labels: { cluster: 'eu' } }));
    expect(said(scenario)).toEqual(['opened #1 a:fired', 'joined #1 b:fired']);
    scenario.receives(generic('a', 'resolve'));
    expect(shown(scenario)).toEqual(['#1 firing 1']);
    scenario.receives(pagerduty('b', 'resolve'));
    expect(shown(scenario)).toEqual(['#1 resolved 0']);
  });

  it('means what fires and ends alert by alert: the group ends with the last of them', () => {
    const scenario = scenarioWith();
    scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('eu', 'Cpu')]));
    scenario.receives(alertmanager([endedIn('eu', 'Disk'), inCluster('eu', 'Cpu')]));
    expect(shown(scenario)).toEqual(['#1 firing 1']);
    scenario.receives(alertmanager([endedIn('eu', 'Cpu')], { action: 'resolve' }));
    expect(shown(scenario)).toEqual(['#1 resolved 0']);
  });

  it('leaves out what a complete message no longer lists, after six minutes', () => {
    const scenario = scenarioWith();
    scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('eu', 'Cpu')]));
    scenario.receives(alertmanager([inCluster('eu', 'Cpu')]));
    expect(shown(scenario)).toEqual(['#1 firing 2']);
    scenario.passes(7);
    expect(shown(scenario)).toEqual(['#1 firing 1']);
  });

  it('names the setting and its version in the decision, and what it is grouped by in the group', () => {
    const scenario = scenarioWith();
    scenario.receives(alertmanager([inCluster('eu', 'Disk')]));
    const [item] = scenario.all('SignalsRouted')[0]!.data.items;
    expect(item!.by.grouping).toEqual({ id: serviceOf(0), version: 1 });
    expect(scenario.all('AlertGroupOpened')[0]!.data.origin).toMatchObject({ grouping: { id: serviceOf(0), version: 1, by: ['cluster'] } });
  });

  it('takes a template, in which the values together are the key', () => {
    const scenario = scenarioWith({ by: { kind: 'template', template: '{{cluster}} of {{service}}' }, windowMinutes: 5 });
    scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('eu', 'Cpu'), inCluster('us', 'Net')]));
    expect(shown(scenario)).toEqual(['#1 firing 2', '#2 firing 1']);
    expect(scenario.all('AlertGroupOpened')[0]!.data.origin).toMatchObject({ grouping: { by: ['cluster', 'service'] } });
  });

  it('groups what lacks a label together, and knows a field where there is no such label', () => {
    const scenario = scenarioWith({ by: { kind: 'fields', fields: ['severity', 'zone'] }, windowMinutes: 5 });
    scenario.receives(alertmanager([alertOf('A'), alertOf('B', { severity: 'warning' }), alertOf('C')]));
    expect(shown(scenario)).toEqual(['#1 firing 2', '#2 firing 1']);
  });
});

it('is decided again as it was, and survives what the sender sends while a person acts', () => {
  const scenario = scenarioWith();
  scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('us', 'Cpu')]));
  scenario.act('AcknowledgeAlertGroup');
  scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('us', 'Net')]));
  scenario.passes(10);
  scenario.receives(alertmanager([endedIn('eu', 'Disk'), endedIn('us', 'Net')], { action: 'resolve' }));
  scenario.passes(5);
  scenario.receives(alertmanager([inCluster('us', 'Again')], { key: 'g7' }));
  const { differences } = reenact(domain, scenario.world.events);
  expect(differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
});

describe('the window of a grouping', () => {
  it('is since the last alert joined; a repeat does not prolong it', () => {
    const scenario = scenarioWith();
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.passes(29);
    scenario.receives(generic('b', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.passes(20);
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.passes(10);
    scenario.receives(generic('c', 'trigger', { labels: { cluster: 'eu' } }));
    expect(said(scenario)).toEqual(['opened #1 a:fired', 'joined #1 b:fired', 'repeat #1', 'opened #2 c:fired']);
    scenario.receives(generic('d', 'trigger', { labels: { cluster: 'eu' } }));
    expect(said(scenario)).toEqual(['joined #2 d:fired']);
  });

  it('ends a day after the group was opened', () => {
    const scenario = scenarioWith({ ...byCluster, windowMinutes: 1_440 });
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.passes(23 * 60);
    scenario.receives(generic('b', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.passes(60);
    scenario.receives(generic('c', 'trigger', { labels: { cluster: 'eu' } }));
    expect(said(scenario)).toEqual(['opened #1 a:fired', 'joined #1 b:fired', 'opened #2 c:fired']);
  });

  it('after all have resolved, another alert of the same key reopens the group within the reopen window, and opens one after it', () => {
    const scenario = scenarioWith();
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.receives(generic('a', 'resolve'));
    scenario.passes(9);
    scenario.receives(generic('b', 'trigger', { labels: { cluster: 'eu' } }));
    expect(shown(scenario)).toEqual(['#1 firing 1']);
    scenario.receives(generic('b', 'resolve'));
    scenario.passes(11);
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    expect(said(scenario).filter((one) => !one.startsWith('resolved'))).toEqual([
      'opened #1 a:fired',
      'reopened #1 b:fired',
      'opened #2 a:fired',
    ]);
  });
});

describe('a group by fields', () => {
  it('pages once; news of its alerts follows the rules of any group', () => {
    const scenario = scenarioWith();
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.receives(generic('b', 'trigger', { name: 'a', labels: { cluster: 'eu' } }));
    expect(scenario.paged()).toEqual([ana]);
  });

  it('that a person resolved stays so while its senders repeat, and is reopened by another alert', () => {
    const scenario = scenarioWith();
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.act('ResolveAlertGroup', {}, bo);
    scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
    expect(shown(scenario).map((one) => one.split(' ')[1])).toEqual(['resolved']);
    scenario.receives(generic('b', 'trigger', { labels: { cluster: 'eu' } }));
    expect(said(scenario).map((one) => one.split(' ')[0])).toEqual(['opened', 'still_firing', 'reopened']);
    scenario.receives(generic('b', 'resolve'));
    expect(shown(scenario).map((one) => one.split(' ')[1])).toEqual(['resolved']);
  });

  it('is acknowledged by a sender whose alert is its only one, else that alert is marked', () => {
    const scenario = scenarioWith();
    scenario.receives(pagerduty('a', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.receives(pagerduty('b', 'trigger', { labels: { cluster: 'eu' } }));
    scenario.receives(pagerduty('a', 'acknowledge'));
    expect(shown(scenario)).toEqual(['#1 firing 2']);
    scenario.receives(pagerduty('a', 'resolve'));
    scenario.receives(pagerduty('b', 'acknowledge'));
    expect(shown(scenario)).toEqual(['#1 acknowledged 1']);
  });

  it('takes no test', () => {
    const scenario = scenarioWith();
    const { signal, ...data } = generic('a', 'trigger', { labels: { cluster: 'eu' } });
    scenario.receives({ ...data, signal });
    scenario.receives({
      ...data,
      signal: { ...signal, key: 'b', test: true, alerts: signal.alerts.map((one) => ({ ...one, fingerprint: 'b' })) },
    });
    expect(said(scenario)).toEqual(['opened #1 a:fired', 'opened #2 b:fired']);
  });

  it('of which a thousand alerts end in one message ends', () => {
    const scenario = scenarioWith();
    const names = Array.from({ length: 1_000 }, (_, n) => `a${n}`);
    scenario.receives(alertmanager(names.map((name) => inCluster('eu', name))));
    expect(shown(scenario)).toEqual(['#1 firing 1000']);
    scenario.receives(
      alertmanager(
        names.map((name) => inCluster('eu', name, { state: 'resolved' })),
        { action: 'resolve' },
      ),
    );
    expect(shown(scenario)).toEqual(['#1 resolved 0']);
  });

  it('is muted as any other', () => {
    const scenario = scenarioWith();
    scenario.knows({
      type: 'SilenceStarted',
      data: {
        silenceId: idOf('511'),
        teamId,
        matchers: [{ label: 'cluster', operator: '=', value: 'eu' }],
        until: '2026-11-21T05:00:00.000Z',
        comment: '',
        exempt: [],
        untilResolved: false,
        confirmedGroups: null,
      },
    });
    scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('us', 'Cpu')]));
    expect(scenario.rows().map(({ status }) => status)).toEqual(['firing', 'suppressed']);
  });
});

describe('a rule of routes', () => {
  const rule = (grouping: Grouping): RouteRule => ({ ruleId: idOf('101'), rows: [], outcome: { kind: 'default', grouping }, isOn: true });
  const routes = (rules: readonly RouteRule[], version: number): Fact => ({
    type: 'RoutesChanged',
    data: { teamId, integrationId: alertmanagerId, version, rules: [...rules] },
  });

  it('groups in place of the service, and both versions are named', () => {
    const scenario = scenarioWith();
    scenario.knows(routes([rule({ by: { kind: 'fields', fields: ['zone'] }, windowMinutes: 5 })], 3));
    scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('us', 'Cpu')]));
    expect(shown(scenario)).toEqual(['#1 firing 2']);
    expect(scenario.all('SignalsRouted')[0]!.data.items[0]!.by).toMatchObject({
      route: { place: 1, version: 3 },
      grouping: { id: idOf('101'), version: 3 },
    });
  });

  it('leaves what fires where it is when it is changed', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('us', 'Cpu')]));
    scenario.knows(routes([rule(byCluster)], 1));
    scenario.receives(alertmanager([inCluster('eu', 'Disk'), inCluster('us', 'Cpu'), inCluster('us', 'Net')]));
    expect(shown(scenario)).toEqual(['#1 firing 2', '#2 firing 1']);
    scenario.receives(alertmanager([endedIn('eu', 'Disk'), endedIn('us', 'Cpu'), inCluster('us', 'Net')]));
    expect(shown(scenario)).toEqual(['#1 resolved 0', '#2 firing 1']);
  });
});

it('sees the labels of the service, in groupings and in every condition', () => {
  const scenario = scenarioWith({ by: { kind: 'fields', fields: ['service.tier'] }, windowMinutes: 5 }, { labels: { tier: 'gold' } });
  scenario.receives(generic('a', 'trigger'));
  expect(shown(scenario)).toEqual(['#1 firing 1']);
  const key = scenario.all('SignalsRouted')[0]!.data.items[0]!.grouped!.key;
  const other = scenarioWith({ by: { kind: 'fields', fields: ['service.tier'] }, windowMinutes: 5 });
  other.receives(generic('a', 'trigger'));
  expect(other.all('SignalsRouted')[0]!.data.items[0]!.grouped!.key).not.toBe(key);
});

it('never joins a group of another service', () => {
  const scenario = new Scenario({ services: 2, service: { grouping: byCluster } });
  scenario.receives(generic('a', 'trigger', { labels: { cluster: 'eu' } }));
  scenario.receives({ ...pagerduty('b', 'trigger', { labels: { cluster: 'eu' } }), serviceId: serviceOf(1) });
  expect(said(scenario)).toEqual(['opened #1 a:fired', 'opened #2 b:fired']);
});

it('opens the next group where one is full', () => {
  const alerts = byTier({ short: 40, full: 2_000, deep: 2_000 });
  replaceLimit(alertGroupLimits.sizes, 'alertsPerGroup', alerts);
  const scenario = scenarioWith({ ...byCluster, windowMinutes: duration.day / duration.minute });
  const names = Array.from({ length: alerts + 1 }, (_, n) => `a${n}`);
  scenario.receives(alertmanager(names.map((name) => inCluster('eu', name))));
  expect(scenario.rows().map(({ firing }) => firing)).toEqual([alerts, 1]);
});
