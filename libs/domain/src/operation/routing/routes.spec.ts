import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { idOf } from '../../configuration.fixture.js';
import { Scenario, serviceOf, teamId } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertmanagerId, alertOf, pagerduty, pagerdutyId, resolvedAlert } from './signals.fixture.js';

const is = (label: string, value: string, operator: LabelMatcher['operator'] = '='): LabelMatcher => ({ label, operator, value });
const rule = (n: number, to: number | 'record_only', ...rows: LabelMatcher[][]): RouteRule => ({
  ruleId: idOf(`10${n}`),
  rows,
  outcome: to === 'record_only' ? { kind: to } : { kind: 'service', serviceId: serviceOf(to) },
  isOn: true,
});
const routes = (rules: readonly RouteRule[], version = 1, integrationId = alertmanagerId): Fact => ({
  type: 'RoutesChanged',
  data: { teamId, integrationId, version, rules: [...rules] },
});
const toPayments = rule(1, 1, [is('team', 'payments')]);
const toSearch = rule(2, 2, [is('team', 'sea.*', '=~')]);
const of = (team: string, name: string, more = {}) => alertOf(name, { labels: { alertname: name, team }, ...more });

const scenarioWith = (...rules: readonly RouteRule[]): Scenario => {
  const scenario = new Scenario({ services: 4 });
  scenario.knows(routes(rules));
  return scenario;
};
/** The router’s decisions since the last call: outcome, number, service, rule and alerts. */
const said = (scenario: Scenario): readonly string[] =>
  scenario
    .news()
    .flatMap((event) => (event.type === 'SignalsRouted' ? event.data.items : []))
    .map(({ outcome, number, reason, serviceId, by, alerts }: RoutedSignal) =>
      [
        outcome,
        number === null ? '' : `#${number}`,
        reason ?? `service ${[0, 1, 2, 3].find((n) => serviceOf(n) === serviceId)}`,
        `${by.route.place === undefined ? by.route.id : `rule ${by.route.place}`} v${by.route.version}`,
        ...alerts.map((alert) => `${alert.fingerprint}:${alert.outcome}`),
      ]
        .filter(Boolean)
        .join(' '),
    );

describe('routes', () => {
  it('lead the alerts of one message to the services of the first rules that match, the rest to the integration’s own', () => {
    const scenario = scenarioWith(toPayments, toSearch);
    scenario.receives(alertmanager([of('payments', 'Pay'), of('search', 'Find'), of('core', 'Disk')]));
    expect(said(scenario)).toEqual([
      'opened #1 service 0 default v1 Disk:fired',
      'opened #2 service 1 rule 1 v1 Pay:fired',
      'opened #3 service 2 rule 2 v1 Find:fired',
    ]);
    expect(scenario.rows().map(({ serviceId, title }) => [serviceId, title])).toEqual([
      [serviceOf(0), 'Disk is wrong'],
      [serviceOf(1), 'Pay is wrong'],
      [serviceOf(2), 'Find is wrong'],
    ]);
  });

  it('pass over rules that are off, take any of several rows, and mean a field where there is no such label', () => {
    const scenario = scenarioWith(
      { ...rule(1, 1), isOn: false },
      rule(2, 2, [is('summary', 'never')], [is('severity', 'warning'), is('integration', '')]),
    );
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' }), alertOf('Cpu', { labels: { constructor: 'x' } })]));
    expect(said(scenario)).toEqual(['opened #1 service 0 default v1 Cpu:fired', 'opened #2 service 2 rule 2 v1 Disk:fired']);
  });

  it('leave an alert that fires where it is: its repeats, changes and resolve reach the group that it opened', () => {
    const scenario = scenarioWith(toPayments);
    scenario.receives(alertmanager([of('payments', 'Pay'), of('core', 'Disk')]));
    scenario.knows(routes([rule(1, 3)], 2));
    scenario.receives(alertmanager([of('payments', 'Pay'), of('core', 'Disk'), of('payments', 'Card')]));
    expect(said(scenario)).toEqual([
      'repeat #1 service 0 thread v1',
      'repeat #2 service 1 thread v1',
      'opened #3 service 3 rule 1 v2 Card:fired',
    ]);
    scenario.receives(
      alertmanager(
        ['Pay', 'Disk', 'Card'].map((name) => resolvedAlert(name)),
        { action: 'resolve' },
      ),
    );
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'resolved', 'resolved']);
  });

  it('do not hide what a complete message leaves out, or lists as resolved, behind another service', () => {
    const scenario = scenarioWith(toPayments);
    scenario.receives(alertmanager([of('payments', 'Pay'), of('core', 'Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Pay', { labels: { team: 'payments' } }), of('core', 'Disk')]));
    expect(said(scenario).slice(2)).toEqual(['repeat #1 service 0 thread v1', 'resolved #2 service 1 thread v1']);
    scenario.receives(alertmanager([of('payments', 'Card')]));
    expect(said(scenario)).toEqual(['reopened #2 service 1 rule 1 v1 Card:fired', 'changed #1 service 0 thread v1']);
    scenario.passes(7);
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'firing']);
  });

  it('lead a re-fire to the service that they name now, not back into a group of another', () => {
    const scenario = new Scenario({ services: 2, service: { reopenWindowMinutes: 60 } });
    const isPaged = rule(1, 1, [is('alertname', 'k1')]);
    scenario.receives(pagerduty('k1'));
    scenario.receives(pagerduty('k1', 'resolve'));
    scenario.receives(pagerduty('k1'));
    scenario.receives(pagerduty('k1', 'resolve'));
    expect(said(scenario).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
      'opened #1',
      'resolved #1',
      'reopened #1',
      'resolved #1',
    ]);
    scenario.knows(routes([isPaged], 1, pagerdutyId));
    scenario.receives(pagerduty('k1'));
    scenario.receives(pagerduty('k1', 'acknowledge'));
    scenario.receives(pagerduty('k1', 'resolve'));
    expect(said(scenario)).toEqual([
      'opened #2 service 1 rule 1 v1 k1:fired',
      'acknowledged #2 service 1 thread v1',
      'resolved #2 service 1 thread v1',
    ]);
  });

  it('record an alert only, until another rule takes a later signal of it', () => {
    const scenario = scenarioWith(rule(1, 'record_only', [is('team', 'noise')]));
    scenario.receives(alertmanager([of('noise', 'Chatter'), of('core', 'Disk')]));
    expect(said(scenario)).toEqual(['opened #1 service 0 default v1 Disk:fired', 'ignored recorded_only rule 1 v1']);
    scenario.knows(routes([], 2));
    scenario.receives(alertmanager([of('noise', 'Chatter'), of('core', 'Disk')]));
    expect(said(scenario)).toEqual(['changed #1 service 0 thread v1 Chatter:fired']);
  });

  it('open a group at a service that is archived, too: its managers are paged', () => {
    const scenario = scenarioWith(toPayments);
    scenario.knows({ type: 'ServiceArchived', data: { teamId, serviceId: serviceOf(1) } });
    scenario.receives(alertmanager([of('payments', 'Pay')]));
    expect(scenario.row()).toMatchObject({ serviceId: serviceOf(1), status: 'firing' });
    expect(scenario.paged()).toHaveLength(1);
  });

  it('are a list of no rules for an integration that never had any', () => {
    const messages = [[of('core', 'Disk'), of('core', 'Cpu')], [of('core', 'Disk'), resolvedAlert('Cpu')], [resolvedAlert('Disk')]].map(
      (alerts) => alertmanager(alerts),
    );
    const routed = (scenario: Scenario): unknown => {
      for (const message of messages) scenario.receives(message);
      scenario.passes(60);
      return [scenario.rows().map(({ title, status }) => [title, status]), scenario.paged().length];
    };
    expect(routed(scenarioWith())).toEqual(routed(new Scenario({ services: 4 })));
  });
});
