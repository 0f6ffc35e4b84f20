import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { idOf } from '../../configuration.fixture.js';
import { ana, pages, sam, Scenario, serviceOf, teamId, toPolicySteps } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertmanagerId, alertOf, pagerduty, pagerdutyId, resolvedAlert } from './signals.fixture.js';

const secondPolicyId = idOf('92');
const secondPolicy: Fact = {
  type: 'PolicyCreated',
  data: { teamId, policyId: secondPolicyId, version: 1, name: 'Second', steps: toPolicySteps([pages([sam])]), repeats: 1, climbLow: true },
};
const is = (label: string, value: string, operator: LabelMatcher['operator'] = '='): LabelMatcher => ({ label, operator, value });
const rule = (n: number, to: number | 'record_only', ...rows: LabelMatcher[][]): RouteRule => ({
  ruleId: idOf(`10${n}`),
  rows,
  outcome: to === 'record_only' ? { kind: to } : { kind: 'service', serviceId: serviceOf(to) },
  isOn: true,
});
const organisationRoutes = (rules: readonly RouteRule[], version = 1): Fact => ({
  type: 'OrganisationRoutesChanged',
  data: { version, rules: [...rules] },
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
    expect(said(scenario)).toEqual(['opened #1 service 0 default v1 Disk:fired', 'ignored recorded_only rule 1 v1 Chatter:fired']);
    scenario.knows(routes([], 2));
    scenario.receives(alertmanager([of('noise', 'Chatter'), of('core', 'Disk')]));
    expect(said(scenario)).toEqual(['changed #1 service 0 thread v1 Chatter:fired', 'ignored recorded_only thread v1 Chatter:resolved']);
  });

  it('follow what is recorded only until its sender ends it: one by one, by leaving it out, or as a whole', () => {
    const scenario = scenarioWith(rule(1, 'record_only', [is('team', 'noise')]));
    const [one, other] = [of('noise', 'One'), of('noise', 'Other')];
    scenario.receives(alertmanager([one, other]));
    expect(said(scenario)).toEqual(['ignored recorded_only rule 1 v1 One:fired Other:fired']);
    scenario.receives(alertmanager([one, other]));
    expect(said(scenario)).toEqual(['ignored recorded_only rule 1 v1']);
    scenario.receives(alertmanager([resolvedAlert('One', { labels: { team: 'noise' } }), other]));
    expect(said(scenario)).toEqual(['ignored recorded_only rule 1 v1 One:resolved']);
    scenario.receives(alertmanager([of('noise', 'Third')]));
    expect(said(scenario)).toEqual(['ignored recorded_only rule 1 v1 Third:fired', 'ignored recorded_only thread v1 Other:resolved']);
    scenario.receives(alertmanager([resolvedAlert('Third')], { action: 'resolve' }));
    expect(said(scenario)).toEqual(['ignored recorded_only thread v1 Third:resolved']);
    scenario.receives(alertmanager([resolvedAlert('Third')], { action: 'resolve' }));
    expect(said(scenario)).toEqual(['ignored never_seen_firing thread v1']);
  });

  it('follow it no longer once another rule takes it: its group has it', () => {
    const scenario = scenarioWith(rule(1, 'record_only', [is('team', 'noise')]));
    scenario.receives(alertmanager([of('noise', 'Chatter')]));
    scenario.knows(routes([rule(2, 2)], 2));
    scenario.receives(alertmanager([of('noise', 'Chatter')]));
    expect(said(scenario)).toEqual(['opened #1 service 2 rule 1 v2 Chatter:fired', 'ignored recorded_only thread v1 Chatter:resolved']);
    scenario.receives(alertmanager([resolvedAlert('Chatter')], { action: 'resolve' }));
    expect(said(scenario)).toEqual(['resolved #1 service 2 thread v1']);
  });

  it('follow the single alerts of other senders, too', () => {
    const scenario = new Scenario({ services: 2 });
    scenario.knows(routes([rule(1, 'record_only', [is('alertname', 'k1')])], 1, pagerdutyId));
    scenario.receives(pagerduty('k1'));
    scenario.receives(pagerduty('k1'));
    scenario.receives(pagerduty('k1', 'resolve'));
    scenario.receives(pagerduty('k1', 'resolve'));
    expect(said(scenario)).toEqual([
      'ignored recorded_only rule 1 v1 k1:fired',
      'ignored recorded_only rule 1 v1',
      'ignored recorded_only thread v1 k1:resolved',
      'ignored no_open_alert thread v1',
    ]);
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

describe('what a rule sets besides the service', () => {
  const sets = (n: number, settings: object, ...rows: LabelMatcher[][]): RouteRule => ({
    ...rule(n, 'record_only', ...rows),
    outcome: { kind: 'default', ...settings },
  });
  const isStaging = [is('team', 'staging')];

  it('is the policy that the group opens with, in its current version', () => {
    const scenario = scenarioWith(sets(1, { policyId: secondPolicyId }, isStaging));
    scenario.knows(secondPolicy);
    scenario.receives(alertmanager([of('staging', 'Disk')]));
    expect(scenario.all('AlertGroupOpened')[0]!.data).toMatchObject({
      serviceId: serviceOf(0),
      policy: { policyId: secondPolicyId, version: 1 },
      origin: { route: { place: 1, version: 1 } },
    });
    expect(scenario.paged()).toEqual([sam]);
  });

  it('is not a policy that is removed: the service’s pages', () => {
    const scenario = scenarioWith(sets(1, { policyId: secondPolicyId }, isStaging));
    scenario.knows(secondPolicy);
    scenario.knows({ type: 'PolicyRemoved', data: { teamId, policyId: secondPolicyId } });
    scenario.receives(alertmanager([of('staging', 'Disk')]));
    expect(scenario.paged()).toEqual([ana]);
  });

  it('is the urgency of each alert, whatever its severity: one of high urgency raises the group', () => {
    const scenario = scenarioWith(sets(1, { urgency: 'low' }, isStaging), sets(2, { urgency: 'high' }, [is('team', 'shop')]));
    scenario.receives(alertmanager([of('staging', 'Disk', { severity: 'critical' })]));
    expect(scenario.row()).toMatchObject({ urgency: 'low' });
    scenario.receives(alertmanager([of('staging', 'Disk', { severity: 'critical' }), of('shop', 'Card', { severity: 'info' })]));
    expect(scenario.row()).toMatchObject({ urgency: 'high' });
    expect(scenario.all('AlertsFired')[0]!.data).toMatchObject({ news: 'raises_urgency', alerts: [{ urgency: 'high' }] });
  });
});

describe('the organisation’s router', () => {
  const scenarioOf = (organisation: readonly RouteRule[], ...integration: readonly RouteRule[]): Scenario => {
    const scenario = scenarioWith(...integration);
    scenario.knows(organisationRoutes(organisation, 7));
    return scenario;
  };

  it('is asked first: where it names a service, or records only, the integration’s rules are not asked', () => {
    const scenario = scenarioOf(
      [rule(1, 3, [is('team', 'payments')]), rule(2, 'record_only', [is('team', 'noise')])],
      toPayments,
      rule(3, 2),
    );
    scenario.receives(alertmanager([of('payments', 'Pay'), of('noise', 'Chatter'), of('core', 'Disk')]));
    expect(said(scenario)).toEqual([
      'opened #1 service 2 rule 2 v1 Disk:fired',
      'opened #2 service 3 default v1 Pay:fired',
      'ignored recorded_only default v1 Chatter:fired',
    ]);
    expect(scenario.all('AlertGroupOpened').find(({ data }) => data.number === 2)!.data.origin).toMatchObject({
      router: { place: 1, version: 7 },
    });
  });

  it('leaves open what its rule does not set: the integration’s rule sets that, and what both set stands as it says', () => {
    const first: RouteRule = { ...rule(1, 0), outcome: { kind: 'default', urgency: 'low' } };
    const second: RouteRule = {
      ...rule(2, 0),
      outcome: { kind: 'service', serviceId: serviceOf(1), urgency: 'high', policyId: secondPolicyId },
    };
    const scenario = scenarioOf([first], second);
    scenario.knows(secondPolicy);
    scenario.receives(alertmanager([of('core', 'Disk', { severity: 'critical' })]));
    expect(scenario.row()).toMatchObject({ serviceId: serviceOf(1), urgency: 'low' });
    expect(scenario.all('AlertGroupOpened')[0]!.data).toMatchObject({
      policy: { policyId: secondPolicyId },
      origin: { route: { place: 1, version: 1 }, router: { place: 1, version: 7 } },
    });
  });

  it('leaves what fires where it is, though it has just been set up', () => {
    const scenario = new Scenario({ services: 4 });
    scenario.receives(alertmanager([of('payments', 'Pay')]));
    scenario.knows(organisationRoutes([rule(1, 1)]));
    scenario.receives(alertmanager([of('payments', 'Pay')]));
    scenario.receives(alertmanager([resolvedAlert('Pay')], { action: 'resolve' }));
    expect(scenario.rows().map(({ serviceId, status }) => [serviceId, status])).toEqual([[serviceOf(0), 'resolved']]);
  });
});
