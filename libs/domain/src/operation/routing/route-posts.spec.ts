import type { ReceiverKind } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { bySystem, idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { isRecorded, subscriptionEventsOf } from '../event-subscriptions/group-events.view.js';
import { ana, bo, calmService, ola, pages, Scenario, serviceOf, teamId, type Setting } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertmanagerId, alertOf, generic, resolvedAlert, serviceId } from './signals.fixture.js';

const ops = idOf('5ab');
const is = (label: string, value: string): LabelMatcher => ({ label, operator: '=', value });
const rule = (n: number, outcome: RouteRule['outcome'], ...rows: LabelMatcher[][]): RouteRule => ({
  ruleId: idOf(`10${n}`),
  rows,
  outcome,
  isOn: true,
});
const posted = rule(3, { kind: 'default', postTo: ops });
const recorded = rule(4, { kind: 'record_only', postTo: ops });

const scenarioWith = (rules: readonly RouteRule[], setting: Setting = {}, receiver: ReceiverKind = 'slack'): Scenario => {
  const scenario = new Scenario(setting);
  const address = { host: receiver === 'slack' ? 'C0OPS' : 'https://t.example.org', addressRef: 'a', secretRef: 's' };
  scenario.act('CreateEventSubscription', { subscriptionId: ops, teamId: null, name: '#ops', receiver, kinds: [], ...address }, ola);
  scenario.webhook = ({ callId }) => ({ ok: true, providerId: `ts-${callId}` });
  scenario.knows({ type: 'RoutesChanged', data: { teamId, integrationId: alertmanagerId, version: 7, rules: [...rules] } });
  return scenario;
};
const silence = (scenario: Scenario, name: string, minutes: number, silenceId = idOf('51')) =>
  scenario.act(
    'StartSilence',
    {
      silenceId,
      teamId,
      matchers: [is('alertname', name)],
      until: addMillis(scenario.world.now, minutes * 60_000),
      comment: '',
      exempt: [],
      untilResolved: false,
      confirmedGroups: null,
    },
    ana,
  );
const callTypes: ReadonlySet<string> = new Set([
  'WebhookCallPlanned',
  'WebhookCallStarted',
  'WebhookCallSucceeded',
  'WebhookCallFailed',
  'WebhookCallCancelled',
]);
const calls = (scenario: Scenario): readonly string[] =>
  scenario.world.events
    .filter(({ type }) => callTypes.has(type))
    .map(({ type, data }) => {
      const { reason } = data as { readonly reason?: string };
      return `${type.replace('WebhookCall', '').toLowerCase()}${reason ? ` ${reason}` : ''}`;
    });
const items = (scenario: Scenario) => scenario.all('SignalsRouted').flatMap(({ data }) => data.items);
const deliveries = (scenario: Scenario) => scenario.all('EventDeliveryStarted').map(({ data }) => data.ordinals.length);
/** Of what is recorded only. */
const postedKinds = (scenario: Scenario): readonly string[] =>
  scenario
    .all('SignalsRouted')
    .flatMap((event) => subscriptionEventsOf(event))
    .flatMap((one) => (isRecorded(one) ? [`${one.kind} ${one.count}`] : []));
const isSound = (scenario: Scenario): void => {
  expect(reenact(domain, scenario.world.events).differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  expect(scenario.idleTimers()).toEqual([]);
};

describe('a rule that posts beside a service', () => {
  it('posts the group that it opens, and pages whoever would have been paged', () => {
    const scenario = scenarioWith([posted]);
    scenario.receives(alertmanager([alertOf('Disk')]));
    const route = { id: posted.ruleId, version: 7, place: 1 };
    expect(items(scenario)).toMatchObject([{ outcome: 'opened', postTo: ops, by: { route, post: route } }]);
    expect(scenario.all('WebhookCallSucceeded')).toMatchObject([{ data: { subscriptionId: ops, route } }]);
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.group().posts).toMatchObject([{ subscriptionId: ops, opening: 1 }]);
    expect(scenario.ladder().calls).toMatchObject([{ state: 'succeeded', route, round: 0, step: 0 }]);
    isSound(scenario);
  });

  it('never makes a step one that reached somebody', () => {
    const scenario = scenarioWith([posted], { steps: [pages([ana]), pages([bo])], contacts: { [ana]: [] } });
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.paged()).toEqual([bo]);
    isSound(scenario);
  });

  it('posts once in an opening, and anew when its source fires again', () => {
    const scenario = scenarioWith([posted]);
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Memory')]));
    expect(calls(scenario)).toEqual(['planned', 'started', 'succeeded']);
    scenario.receives(alertmanager([resolvedAlert('Disk'), resolvedAlert('Memory')], { action: 'resolve' }));
    scenario.passes(1);
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.group()).toMatchObject({ opening: 2, posts: [{ opening: 2 }] });
    isSound(scenario);
  });

  it('posts once what many alerts join, also where the channel gives its message no name', () => {
    const grouping = { by: { kind: 'fields' as const, fields: ['team'] }, windowMinutes: 60 };
    const scenario = scenarioWith([rule(3, { kind: 'default', postTo: ops, grouping })]);
    scenario.webhook = () => ({ ok: true });
    for (const name of ['Disk', 'Memory', 'Cpu']) {
      scenario.receives(alertmanager([alertOf(name, { labels: { alertname: name, team: 'core' } })], { complete: false }));
      scenario.passes(1);
    }
    expect(scenario.rows()).toHaveLength(1);
    expect(items(scenario).map(({ outcome, postTo }) => [outcome, postTo])).toEqual([
      ['opened', ops],
      ['joined', ops],
      ['joined', ops],
    ]);
    expect(calls(scenario)).toEqual(['planned', 'started', 'succeeded']);
    isSound(scenario);
  });

  it('posts also what somebody has acknowledged meanwhile, and not what is resolved', () => {
    const scenario = scenarioWith([posted]);
    scenario.webhook = () => ({ ok: false, reason: 'delivery.provider_unreachable', detail: 'Away.', retry: true });
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.webhook = () => ({ ok: true, providerId: 'ts' });
    scenario.passes(1);
    expect(calls(scenario)).toEqual(['planned', 'started', 'failed delivery.provider_unreachable', 'started', 'succeeded']);
    scenario.webhook = () => ({ ok: false, reason: 'delivery.provider_unreachable', detail: 'Away.', retry: true });
    scenario.receives(alertmanager([alertOf('Cpu')], { key: 'g2' }));
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.passes(1);
    expect(calls(scenario).at(-1)).toBe('cancelled delivery.cancelled_by_resolve');
    isSound(scenario);
  });

  it('is in a later message with others where the chat is away for long', () => {
    const scenario = scenarioWith([posted]);
    scenario.webhook = () => ({ ok: false, reason: 'delivery.connection_stopped', detail: 'Away.', retry: true });
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(5);
    expect(calls(scenario).at(-1)).toBe('cancelled delivery.posted_together');
    expect(deliveries(scenario)).toEqual([1]);
    isSound(scenario);
  });

  it('is one message where the first step names the same channel', () => {
    const step = pages([ana]);
    const scenario = scenarioWith([posted], { steps: [{ ...step, targets: [...step.targets, { kind: 'webhook', subscriptionId: ops }] }] });
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(calls(scenario)).toEqual(['planned', 'cancelled delivery.superseded', 'planned', 'started', 'succeeded']);
    isSound(scenario);
  });

  it('posts nothing of a test', () => {
    const scenario = scenarioWith([posted]);
    scenario.receives(alertmanager([alertOf('Disk')], { test: true }));
    expect(calls(scenario)).toEqual([]);
  });

  it('says why a channel that was switched off or removed since got nothing', () => {
    for (const [command, reason] of [
      ['DisableEventSubscription', 'switched_off'],
      ['RemoveEventSubscription', 'removed'],
    ] as const) {
      const scenario = scenarioWith([posted]);
      if (reason === 'removed') scenario.knows({ type: 'EventSubscriptionRemoved', data: { subscriptionId: ops, name: '#ops' } });
      else scenario.act(command, { subscriptionId: ops }, ola);
      scenario.receives(alertmanager([alertOf('Disk')]));
      expect(scenario.all('WebhookCallCancelled')).toMatchObject([{ data: { reason: `delivery.webhook_${reason}` } }]);
      expect(scenario.paged()).toEqual([ana]);
    }
  });

  it('of both routers: what the organisation’s rule posts stands', () => {
    const scenario = scenarioWith([rule(5, { kind: 'record_only' })]);
    scenario.knows({ type: 'OrganisationRoutesChanged', data: { version: 2, rules: [posted] } });
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(items(scenario)).toMatchObject([
      {
        reason: 'recorded_only',
        postTo: ops,
        by: { post: { version: 2, place: 1, ofOrganisation: true }, route: { place: 1, version: 7 } },
      },
    ]);
  });
});

describe('a muted group', () => {
  it('is posted when it is no longer suppressed, and names the silence with its version', () => {
    const scenario = scenarioWith([posted]);
    silence(scenario, 'Disk', 30);
    scenario.act('ChangeSilenceEnd', { silenceId: idOf('51'), until: addMillis(scenario.world.now, 20 * 60_000) }, ana);
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(items(scenario)).toMatchObject([{ outcome: 'opened', by: { silence: { id: idOf('51'), version: 2 } } }]);
    expect(scenario.all('AlertGroupSuppressed')).toMatchObject([{ data: { mutes: [{ kind: 'silence', version: 2 }] } }]);
    expect(calls(scenario)).toEqual(['planned', 'cancelled delivery.suppressed_by_silence']);
    scenario.passes(26);
    expect(calls(scenario).slice(2)).toEqual(['planned', 'started', 'succeeded']);
    expect(scenario.paged()).toEqual([ana]);
    isSound(scenario);
  });

  it.each(['AcknowledgeAlertGroup', 'SnoozeAlertGroup'])('is posted when somebody has it: %s', (command) => {
    const scenario = scenarioWith([posted]);
    silence(scenario, 'Disk', 30);
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.act(command, command === 'SnoozeAlertGroup' ? { minutes: 60 } : {}, ana);
    scenario.passes(1);
    expect(calls(scenario)).toEqual(['planned', 'cancelled delivery.suppressed_by_silence', 'planned', 'started', 'succeeded']);
    isSound(scenario);
  });

  it.each([0, 3])('is posted when that ends, though the chat was away when it began, after %i other tries', (tries) => {
    const scenario = scenarioWith([posted]);
    const away = { ok: false, reason: 'delivery.connection_stopped', detail: 'Away.', retry: true } as const;
    let made = 0;
    scenario.webhook = () => {
      made += 1;
      return made > tries ? null : away;
    };
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(tries);
    silence(scenario, 'Disk', 30);
    const { groupId, callId, attempt } = scenario.all('WebhookCallStarted').at(-1)!.data;
    scenario.world.run({ type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome: away } }, { actor: bySystem });
    scenario.passes(15);
    expect(scenario.row().status).toBe('suppressed');
    expect(calls(scenario).at(-1)).toBe('cancelled delivery.suppressed_by_silence');
    scenario.webhook = ({ callId }) => ({ ok: true, providerId: `ts-${callId}` });
    scenario.passes(30);
    expect(calls(scenario).slice(-3)).toEqual(['planned', 'started', 'succeeded']);
    isSound(scenario);
  });

  it('is not posted where it resolves meanwhile', () => {
    const scenario = scenarioWith([posted]);
    silence(scenario, 'Disk', 30);
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.passes(60);
    expect(calls(scenario)).toEqual(['planned', 'cancelled delivery.suppressed_by_silence']);
    isSound(scenario);
  });

  it('names no silence where one of the alerts is heard', () => {
    const scenario = scenarioWith([posted]);
    silence(scenario, 'Disk', 30);
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Memory')]));
    expect(items(scenario)).toMatchObject([{ outcome: 'opened', by: { silence: null } }]);
  });
});

describe('many groups in one minute', () => {
  it('are five messages in a channel, and the rest one with all others', () => {
    const services = 3;
    const scenario = scenarioWith([], { services });
    const rules = Array.from({ length: services }, (_, n) =>
      rule(n, { kind: 'service', serviceId: serviceOf(n), postTo: ops }, [is('n', String(n))]),
    );
    scenario.knows({ type: 'RoutesChanged', data: { teamId, integrationId: idOf('19'), version: 1, rules } });
    scenario.receivesAtOnce(
      Array.from({ length: 100 }, (_, n) => {
        const at = String([0, 1, 2].findIndex((one) => serviceOf(one) === calmService(n).serviceId));
        return generic(`k${n}`, 'trigger', { labels: { n: at } });
      }),
    );
    scenario.passes(1);
    expect(scenario.all('AlertGroupOpened')).toHaveLength(100);
    expect(scenario.all('WebhookCallStarted')).toHaveLength(5);
    expect(scenario.all('WebhookCallCancelled').map(({ data }) => data.reason)).toEqual(
      Array.from({ length: 95 }, () => 'delivery.posted_together'),
    );
    expect(deliveries(scenario).reduce((sum, one) => sum + one, 0)).toBe(95);
    expect(deliveries(scenario).length).toBeLessThanOrEqual(5);
    isSound(scenario);
  });

  it('are one call each for a program', () => {
    const scenario = scenarioWith([posted], {}, 'webhook');
    for (let n = 0; n < 8; n += 1) scenario.receives(alertmanager([alertOf(`A${n}`)], { key: `g${n}` }));
    expect(scenario.all('WebhookCallSucceeded')).toHaveLength(8);
    expect(deliveries(scenario)).toEqual([]);
  });
});

describe('a rule that posts alone', () => {
  it('records only: nobody is paged, and its beginning and end are posted', () => {
    const scenario = scenarioWith([recorded]);
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Memory')]));
    expect(scenario.rows()).toEqual([]);
    expect(items(scenario)).toMatchObject([
      { outcome: 'ignored', reason: 'recorded_only', postTo: ops, by: { post: { place: 1, version: 7 } } },
    ]);
    scenario.passes(1);
    const began = items(scenario)[0]!.signal.ordinal;
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Memory')]));
    scenario.receives(alertmanager([alertOf('Memory')]));
    scenario.passes(1);
    expect(items(scenario).at(-1)).toMatchObject({
      postTo: ops,
      alerts: [{ fingerprint: 'Disk', outcome: 'resolved', index: null, began: { ordinal: began, index: 0 } }],
    });
    expect(scenario.all('EventDeliveryStarted').map(({ data }) => data.ordinals)).toEqual(
      scenario
        .all('SignalsRouted')
        .filter(({ data }) => data.items.some(({ postTo, alerts }) => postTo && alerts.length > 0))
        .map(({ ordinal }) => [ordinal]),
    );
    expect(scenario.paged()).toEqual([]);
    isSound(scenario);
  });

  it('is not posted while it is muted, nor of a test', () => {
    const scenario = scenarioWith([recorded]);
    silence(scenario, 'Disk', 30);
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([alertOf('Memory')], { key: 'g2', test: true }));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.passes(1);
    expect(items(scenario)[0]).toMatchObject({ reason: 'recorded_only', by: { silence: { id: idOf('51'), version: 1 } } });
    expect(items(scenario).every(({ postTo, by }) => postTo === undefined && by.post === undefined)).toBe(true);
    expect(deliveries(scenario)).toEqual([]);
  });

  it('posts the end of what it posted, also where something muted begins in the same signal; the end of that is not posted', () => {
    const scenario = scenarioWith([recorded]);
    silence(scenario, 'Memory', 30);
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Disk'), alertOf('Memory')]));
    expect(postedKinds(scenario)).toEqual(['recorded 1', 'recorded_ended 1']);
    scenario.receives(alertmanager([resolvedAlert('Memory')], { action: 'resolve' }));
    scenario.passes(1);
    expect(postedKinds(scenario)).toEqual(['recorded 1', 'recorded_ended 1']);
    isSound(scenario);
  });

  it('posts nothing that begins under a rule that posts no more, but the end of what it posted', () => {
    const scenario = scenarioWith([recorded]);
    scenario.receives(alertmanager([alertOf('Disk')]));
    const rules = [rule(4, { kind: 'record_only' })];
    scenario.knows({ type: 'RoutesChanged', data: { teamId, integrationId: alertmanagerId, version: 8, rules } });
    scenario.receives(alertmanager([resolvedAlert('Disk'), alertOf('Memory')]));
    expect(postedKinds(scenario)).toEqual(['recorded 1', 'recorded_ended 1']);
  });

  it('is in no more than five messages a minute, whatever arrives', () => {
    const scenario = scenarioWith([]);
    scenario.knows({ type: 'RoutesChanged', data: { teamId, integrationId: idOf('19'), version: 1, rules: [recorded] } });
    for (let second = 0; second < 60; second += 1) {
      scenario.receivesAtOnce(Array.from({ length: 20 }, (_, n) => generic(`k${second}-${n}`, 'trigger')));
      scenario.passes(1 / 60);
    }
    scenario.passes(1);
    expect(deliveries(scenario).length).toBeLessThanOrEqual(6);
    expect(deliveries(scenario).reduce((sum, one) => sum + one, 0)).toBe(scenario.all('SignalsRouted').length);
  });
});

it('switches off no channel that steps call: what it fails to post for a day is given up, and said', () => {
  const step = pages([ana]);
  const scenario = scenarioWith([recorded], { steps: [{ ...step, targets: [...step.targets, { kind: 'webhook', subscriptionId: ops }] }] });
  scenario.receiver = () => ({ ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 503.', retry: true });
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(24 * 60 + 1);
  expect(scenario.all('EventSubscriptionDisabled')).toEqual([]);
  expect(scenario.all('EventReceiverLost')).toMatchObject([{ data: { subscriptionId: ops, reason: 'delivery.provider_rejected' } }]);
  expect(scenario.all('EventsPassedOver')).toHaveLength(1);
  const before = deliveries(scenario).length;
  scenario.passes(60);
  expect(deliveries(scenario)).toHaveLength(before);
  scenario.receives(alertmanager([alertOf('Memory')], { key: 'g2' }));
  scenario.passes(1);
  expect(deliveries(scenario)).toHaveLength(before + 1);
  // a step’s call
  scenario.knows({ type: 'RoutesChanged', data: { teamId, integrationId: alertmanagerId, version: 8, rules: [] } });
  scenario.receives(alertmanager([alertOf('Cpu')], { key: 'g3' }));
  expect(calls(scenario)).toEqual(['planned', 'started', 'succeeded']);
  expect(scenario.all('EventReceiverFound')).toHaveLength(1);
  isSound(scenario);
});

it('keeps its channel: a channel that rules name is not removed', () => {
  const scenario = scenarioWith([rule(1, { kind: 'default' }), posted, { ...recorded, isOn: false }]);
  scenario.knows({
    type: 'IntegrationCreated',
    data: { teamId, serviceId, integrationId: alertmanagerId, name: 'Alertmanager', kind: 'alertmanager' },
  });
  const outcome = scenario.act('RemoveEventSubscription', { subscriptionId: ops }, ola);
  expect(outcome).toMatchObject({
    refused: { code: 'event_subscription.in_use', params: { names: 'Routes of Alertmanager (rules 2, 3)' } },
  });
});

it('leads everything else where it went before', () => {
  const scenario = scenarioWith([rule(3, { kind: 'service', serviceId, postTo: ops })]);
  scenario.receives(alertmanager([alertOf('Disk')]));
  expect(scenario.row()).toMatchObject({ serviceId });
});
