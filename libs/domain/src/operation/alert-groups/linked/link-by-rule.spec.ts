import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { Grouping } from '@tocsin/contracts/grouping.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { idOf } from '../../../configuration.fixture.js';
import { alertmanagerId, alertOf, alertmanager, generic, resolvedAlert } from '../../routing/signals.fixture.js';
import { QuietScenario, is } from '../aspects/mutes/quiet.fixture.js';
import { ana, as, mia, pages, rio, sam, serviceOf, toPolicySteps } from '../groups.fixture.js';

const byCluster: Grouping = { by: { kind: 'fields', fields: ['cluster'] }, windowMinutes: 30 };
const ruleId = idOf('1f7');
const linking = (more: object = {}): RouteRule => ({
  ruleId,
  rows: [[is('cluster', 'eu')]],
  outcome: { kind: 'default', linking: byCluster, ...more },
  isOn: true,
});
const routes = (version: number, rules: readonly RouteRule[]): Fact => ({
  type: 'OrganisationRoutesChanged',
  data: { version, rules: [...rules] },
});
/** Alerts with `cluster: eu` are linked by a rule of the organisation. */
const begin = (more: object = {}, services = 5): QuietScenario => {
  const scenario = new QuietScenario({ services, steps: [pages([ana]), pages([sam])] });
  scenario.knows(routes(1, [linking(more)]));
  return scenario;
};
/** An alert of the n-th service. */
const alert = (n: number, cluster = 'eu', severity: 'critical' | 'warning' = 'critical') => ({
  ...generic(`k${n}`, 'trigger', { labels: { cluster }, name: `Down${n}`, severity, severityWord: severity }),
  serviceId: serviceOf(n),
});
const leadersOf = (scenario: QuietScenario) =>
  scenario.rows().map(({ number, follows }) => `#${number}${follows ? ` follows #${follows.number}` : ''}`);

describe('a rule that links', () => {
  it('makes one thing to page for of alerts on several services in one run: the first one pages, the others ring nobody', () => {
    const scenario = begin();
    scenario.receivesAtOnce([alert(0), alert(1), alert(2), alert(3)]);
    expect(leadersOf(scenario)).toEqual(['#1', '#2 follows #1', '#3 follows #1', '#4 follows #1']);
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(6);
    expect(scenario.paged()).toEqual([sam]);
    scenario.act('AcknowledgeAlertGroup', { groupId: scenario.rowOf(3).id });
    expect(scenario.rows().map(({ status }) => status)).toEqual(['acknowledged', 'acknowledged', 'acknowledged', 'acknowledged']);
    scenario.expectSound();
  });

  it('names itself, its version and what they have in common, in the decision and in the group', () => {
    const scenario = begin();
    scenario.receivesAtOnce([alert(0), alert(1)]);
    const [first, second] = scenario.all('SignalsRouted')[0]!.data.items;
    expect(first!.linked).toMatchObject({ set: first!.groupId, by: ['cluster'] });
    expect(second!.linked).toEqual(first!.linked);
    expect(second!.by).toMatchObject({ linking: { id: ruleId, version: 1 } });
    expect(scenario.all('AlertGroupLinked').map(({ data }) => data)).toContainEqual({
      groupId: second!.groupId,
      storm: first!.groupId,
      rule: { id: ruleId, version: 1, by: ['cluster'] },
    });
  });

  it('links only what has the same values, within its window of the last one', () => {
    const scenario = begin();
    scenario.knows(routes(2, [{ ...linking(), rows: [] }]));
    scenario.receivesAtOnce([alert(0), alert(1, 'us')]);
    scenario.passes(20);
    scenario.receives(alert(2));
    scenario.passes(20);
    scenario.receives(alert(3));
    scenario.passes(31);
    scenario.receives(alert(4));
    expect(leadersOf(scenario)).toEqual(['#1', '#2', '#3 follows #1', '#4 follows #1', '#5']);
    scenario.expectSound();
  });

  it('leaves tests alone, and begins another set where one is full', () => {
    const scenario = begin({}, alertGroupLimits.linkedTogether + 2);
    const test = alert(0);
    scenario.receives({ ...test, signal: { ...test.signal, test: true } });
    for (let n = 1; n <= alertGroupLimits.linkedTogether + 1; n += 1) scenario.receives(alert(n));
    expect(leadersOf(scenario).filter((one) => !one.includes('follows'))).toEqual(['#1', '#2', `#${alertGroupLimits.linkedTogether + 2}`]);
  });

  it('goes on with the next one when the leading group ends, and tells of the end with the last', () => {
    const scenario = begin();
    scenario.receivesAtOnce([alert(0), alert(1)]);
    scenario.receives({ ...generic('k0', 'resolve'), serviceId: serviceOf(0) });
    expect(leadersOf(scenario)).toEqual(['#1', '#2']);
    scenario.news();
    scenario.passes(6);
    expect(scenario.paged()).toEqual([sam]);
    scenario.receives({ ...generic('k1', 'resolve'), serviceId: serviceOf(1) });
    const over = scenario.all('PageStarted').filter(({ data }) => data.cause.kind === 'resolved');
    expect(over.map(({ data }) => data.personId).toSorted()).toEqual([ana, sam].toSorted());
    scenario.expectSound();
  });
});

describe('what has nothing in common', () => {
  const allAlerts = (by: Grouping['by']): RouteRule => ({ ...linking({ linking: { ...byCluster, by } }), rows: [] });

  it.each<Grouping['by']>([
    { kind: 'fields', fields: ['cluster', 'zone'] },
    { kind: 'template', template: '{{cluster}} in {{zone}}' },
  ])('is paged for by itself: alerts on two services that lack a label by which a rule links them', (by) => {
    const scenario = begin();
    scenario.knows(routes(2, [allAlerts(by)]));
    scenario.receivesAtOnce([alert(0), alert(1), alert(2, '')]);
    scenario.receives(alert(3));
    expect(leadersOf(scenario)).toEqual(['#1', '#2', '#3', '#4']);
    expect(scenario.all('EscalationStarted')).toHaveLength(4);
    scenario.expectSound();
  });

  it('is paged for by each team, which ends its own: groups of two teams', () => {
    const scenario = begin();
    const search = { teamId: idOf('7eb'), policyId: idOf('91') };
    const common = { description: '', runbook: null, urgencyRule: 'by_severity' as const };
    scenario.knows(
      {
        type: 'PolicyCreated',
        data: { ...search, version: 1, name: 'Search', steps: toPolicySteps([pages([rio])]), repeats: 1, climbLow: false },
      },
      ...[7, 8].map((n): Fact => ({
        type: 'ServiceCreated',
        data: { ...search, ...common, serviceId: serviceOf(n), name: `Search ${n}`, ackTimeoutMinutes: null, reopenWindowMinutes: null },
      })),
    );
    scenario.receivesAtOnce([alert(0), alert(7), alert(1), alert(8)]);
    expect(leadersOf(scenario)).toEqual(['#1', '#2', '#3 follows #1', '#4 follows #2']);
    expect(scenario.paged().toSorted()).toEqual([ana, rio].toSorted());
    scenario.act('ResolveAlertGroup', { groupId: scenario.rowOf(3).id });
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'firing', 'resolved', 'firing']);
    expect(scenario.refusal(scenario.act('AcknowledgeAlertGroup', { groupId: scenario.rowOf(4).id }, rio))).toBeNull();
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'acknowledged', 'resolved', 'acknowledged']);
    scenario.expectSound();
  });
});

describe('a leading group whose alerts are ending', () => {
  const labels = (name: string) => ({ labels: { alertname: name, cluster: 'eu' } });
  const thread = { key: 'disk' };
  /** Its sender says that it is over, and leaves one alert out. */
  const ends = (scenario: QuietScenario) =>
    scenario.receives(alertmanager([resolvedAlert('Disk', labels('Disk'))], { ...thread, action: 'resolve' }));
  const beginLeading = (): QuietScenario => {
    const scenario = begin();
    scenario.receives(alertmanager([alertOf('Disk', labels('Disk')), alertOf('Cpu', labels('Cpu'))], thread));
    scenario.passes(1);
    return scenario;
  };

  it('goes on with its escalation while another one fires', () => {
    const scenario = beginLeading();
    scenario.receives(alert(1));
    ends(scenario);
    expect(scenario.rowOf(1).ending).toBeTruthy();
    expect(scenario.all('EscalationHeld')).toEqual([]);
    scenario.news();
    scenario.passes(4.1);
    expect(scenario.paged()).toEqual([sam]);
    scenario.expectSound();
  });

  it('begins its escalation anew, held by them, when a rule links another one', () => {
    const scenario = beginLeading();
    ends(scenario);
    expect(scenario.all('EscalationHeld')).toHaveLength(1);
    scenario.passes(4.5);
    scenario.news();
    scenario.receives(alert(1));
    expect(leadersOf(scenario)).toEqual(['#1', '#2 follows #1']);
    expect(scenario.all('EscalationStarted').at(-1)!.data).toMatchObject({ groupId: scenario.rowOf(1).id, because: 'news' });
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(5.1);
    expect(scenario.paged()).toContain(sam);
    scenario.expectSound();
  });
});

describe('a step whose conditions only an alert of a follower meets', () => {
  const isCritical = { conditions: { labels: [is('severity', 'critical')] } };
  const beginWith = (severity: 'critical' | 'warning'): QuietScenario => {
    const scenario = new QuietScenario({ services: 5, climbLow: true, steps: [pages([ana]), pages([sam], isCritical)] });
    scenario.knows(routes(1, [linking({ urgency: 'high' })]));
    scenario.receives(alert(0, 'eu', 'warning'));
    scenario.receives(alert(1, 'eu', severity));
    expect(leadersOf(scenario)).toEqual(['#1', '#2 follows #1']);
    scenario.news();
    scenario.passes(5.1);
    return scenario;
  };

  it('is taken', () => {
    const scenario = beginWith('critical');
    expect(scenario.paged()).toContain(sam);
    scenario.expectSound();
  });

  it('is skipped where no follower meets them either', () => {
    expect(beginWith('warning').paged()).not.toContain(sam);
  });
});

describe('a critical alert in a follower', () => {
  it('raises a leading group of low urgency, which pages', () => {
    const scenario = begin();
    scenario.receives(alert(0, 'eu', 'warning'));
    scenario.news();
    scenario.receives(alert(1));
    expect(leadersOf(scenario)).toEqual(['#1', '#2 follows #1']);
    expect(scenario.rowOf(1)).toMatchObject({ urgency: 'high' });
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('opened before one of low urgency that arrived first leads', () => {
    const scenario = begin();
    scenario.receivesAtOnce([alert(0, 'eu', 'warning'), alert(1)]);
    expect(scenario.rows().filter(({ follows }) => !follows)).toHaveLength(1);
    expect(scenario.paged()).toContain(ana);
    scenario.expectSound();
  });

  it('pages again where somebody has the leading one, and where that paged everybody', () => {
    const scenario = begin();
    scenario.receives(alert(0));
    scenario.act('AcknowledgeAlertGroup');
    scenario.news();
    scenario.passes(6);
    scenario.receives(alert(1));
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    const other = begin();
    other.receives(alert(0));
    other.passes(25);
    other.news();
    other.receives(alert(1));
    other.passes(1);
    expect(other.paged()).toContain(ana);
  });
});

describe('what is muted', () => {
  it('when it opens is linked with nothing, and leads no other into silence', () => {
    const scenario = begin();
    scenario.silence(1, 60, [is('alertname', 'Disk')]);
    scenario.receives(alertmanager([alertOf('Disk', { labels: { alertname: 'Disk', cluster: 'eu' } })], { key: 'disk' }));
    scenario.news();
    scenario.receives(alert(1));
    scenario.receives(alert(2));
    expect(leadersOf(scenario)).toEqual(['#1', '#2', '#3 follows #2']);
    expect(scenario.rowOf(1).suppressed).toBeTruthy();
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('counts with the others once that is over', () => {
    const scenario = begin();
    scenario.silence(1, 60, [is('alertname', 'Disk')]);
    scenario.receives(alertmanager([alertOf('Disk', { labels: { alertname: 'Disk', cluster: 'eu' } })], { key: 'disk' }));
    scenario.receives(alert(1));
    scenario.news();
    scenario.passes(66);
    expect(leadersOf(scenario)).toEqual(['#1 follows #2', '#2']);
    scenario.expectSound();
  });

  it('later, while it leads, pages for the others that fire', () => {
    const scenario = begin();
    scenario.receives(alertmanager([alertOf('Disk', { labels: { alertname: 'Disk', cluster: 'eu' } })], { key: 'disk' }));
    scenario.silence(1, 60, [is('alertname', 'Disk')]);
    expect(scenario.rowOf(1).suppressed).toBeTruthy();
    scenario.news();
    scenario.receives(alert(1));
    expect(scenario.rowOf(1).suppressed ?? null).toBeNull();
    expect(scenario.all('EscalationStarted').at(-1)!.data).toMatchObject({ groupId: scenario.rowOf(1).id, because: 'unsuppressed' });
    scenario.expectSound();
  });

  it('by a hold is linked when that is over, and resolves before that without ringing anybody', () => {
    const scenario = begin({ holdMinutes: 5 });
    scenario.receivesAtOnce([alert(0), alert(1), alert(2)]);
    scenario.receives({ ...generic('k2', 'resolve'), serviceId: serviceOf(2) });
    expect(scenario.paged()).toEqual([]);
    scenario.passes(5);
    expect(scenario.paged()).toEqual([ana]);
    expect(leadersOf(scenario).filter((one) => one.includes('follows'))).toHaveLength(1);
    scenario.expectSound();
  });
});

describe('people and rules', () => {
  it('take what a rule linked out again, and link what it found no other for', () => {
    const scenario = begin();
    scenario.receivesAtOnce([alert(0), alert(1), alert(2, 'us')]);
    expect(scenario.refusal(scenario.act('LinkAlertGroup', { groupId: scenario.rowOf(3).id, toGroupId: scenario.rowOf(1).id }))).toBeNull();
    scenario.act('UnlinkAlertGroup', { groupId: scenario.rowOf(2).id });
    expect(leadersOf(scenario)).toEqual(['#1', '#2', '#3 follows #1']);
    const alone = begin();
    alone.receives(alert(0));
    expect(alone.row().linked).toBeUndefined();
    alone.receives(alert(1, 'us'));
    expect(alone.refusal(alone.act('LinkAlertGroup', { groupId: alone.rowOf(1).id, toGroupId: alone.rowOf(2).id }, mia))).toBeNull();
    expect(leadersOf(alone)).toEqual(['#1', '#2 follows #1']);
    scenario.expectSound();
    alone.expectSound();
  });

  it('see in the first group that others were linked with it', () => {
    const scenario = begin();
    scenario.receives(alert(0));
    scenario.receives(alert(1));
    expect(scenario.rows().map((row) => row.linked)).toEqual([true, true]);
  });
});

it('links the rest of a message of which each part goes to another service, and ends each by itself', () => {
  const scenario = begin();
  const toService = (n: number): RouteRule => ({
    ruleId: idOf(`1f${n}`),
    rows: [[is('app', `a${n}`)]],
    outcome: { kind: 'service', serviceId: serviceOf(n) },
    isOn: true,
  });
  scenario.world.record(
    `routes-${alertmanagerId}`,
    [
      {
        type: 'RoutesChanged',
        data: { teamId: idOf('7ea'), integrationId: alertmanagerId, version: 1, rules: [toService(1), toService(2)] },
      },
    ],
    as(ana),
  );
  const labels = (n: number) => ({ labels: { alertname: 'Down', app: `a${n}`, cluster: 'eu' }, fingerprint: `f${n}` });
  scenario.receives(alertmanager([alertOf('Down', labels(1)), alertOf('Down', labels(2))]));
  expect(leadersOf(scenario)).toEqual(['#1', '#2 follows #1']);
  scenario.receives(alertmanager([resolvedAlert('Down', labels(1)), resolvedAlert('Down', labels(2))], { action: 'resolve' }));
  expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'resolved']);
});
