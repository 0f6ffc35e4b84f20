import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { commandRefusals } from '@tocsin/contracts/command-refusals.gen.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import type { EventSubscriptionRow } from '@tocsin/contracts/event-subscriptions/noun.js';
import { namesOf } from '@tocsin/contracts/tables.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { calmService, Scenario, mia, ola, teamId } from '../alert-groups/groups.fixture.js';
import { idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { receiverLostProcess } from './receiver-lost.process.js';
import { alertmanager, alertOf, resolvedAlert } from '../routing/signals.fixture.js';

const subscriptionId = idOf('5ab');
const all = ['opened', 'acknowledged', 'unacknowledged', 'escalated', 'resolved', 'reopened'] as const;
type Asked = Partial<Pick<FactOf<'EventSubscriptionCreated'>, 'subscriptionId' | 'teamId' | 'kinds'>>;

const subscribe = (scenario: Scenario, options: Asked = {}): void => {
  const { subscriptionId: id = subscriptionId, kinds = [...all], ...more } = options;
  const data = {
    subscriptionId: id,
    teamId: null,
    name: 'Tickets',
    host: 'https://t.example.org',
    addressRef: 'a',
    secretRef: 's',
    kinds,
    ...more,
  };
  expect(scenario.act('CreateEventSubscription', data, ola).kind).toBe('done');
};
const fireAlerts = (scenario: Scenario, ...names: readonly string[]): void => {
  for (const [n, name] of names.entries()) scenario.receives({ ...alertmanager([alertOf(name)], { key: name }), ...calmService(n) });
  scenario.world.advance(0);
};
const endAlert = (scenario: Scenario, name: string): void => {
  scenario.receives(alertmanager([resolvedAlert(name)], { key: name, action: 'resolve' }));
  scenario.world.advance(0);
};
const startedDeliveries = (scenario: Scenario) => scenario.all('EventDeliveryStarted').map(({ data }) => data);
/** The types of the events that were sent, call by call. */
const sentEvents = (scenario: Scenario) =>
  startedDeliveries(scenario).map(({ ordinals }) => ordinals.map((ordinal) => scenario.world.events[ordinal - 1]!.type));
const row = (scenario: Scenario) => scenario.world.rows<EventSubscriptionRow>('eventSubscriptions').get(subscriptionId)!;
/** Differences found by re-enactment; the configuration is not decided here. */
const differences = (scenario: Scenario) =>
  reenact(domain, scenario.world.events).differences.filter(({ stream }) => stream !== 'configuration');
const failedOutcome = { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 500.' } as const;

describe('a subscription', () => {
  it('is sent what happens to alert groups, at once and in order', () => {
    const scenario = new Scenario();
    subscribe(scenario);
    fireAlerts(scenario, 'Disk');
    scenario.passes(1);
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(1);
    scenario.act('UnacknowledgeAlertGroup');
    scenario.passes(7);
    endAlert(scenario, 'Disk');
    scenario.passes(1);
    expect(sentEvents(scenario)).toEqual([
      ['AlertGroupOpened'],
      ['AlertGroupAcknowledged'],
      ['AlertGroupReturnedToFiring'],
      ['EscalationStepTaken'],
      ['AlertGroupResolved'],
    ]);
    expect(scenario.all('AlertGroupOpened')[0]!.meta.at).toBe(scenario.all('EventDeliveryStarted')[0]!.meta.at);
    expect(row(scenario).deliveries.map(({ state, events }) => [state, events])).toEqual(Array.from({ length: 5 }, () => ['delivered', 1]));
    expect(differences(scenario)).toEqual([]);
  });

  it('is sent the kinds that it asks for, and nothing from before it was made', () => {
    const scenario = new Scenario();
    fireAlerts(scenario, 'Disk');
    subscribe(scenario, { kinds: ['resolved'] });
    fireAlerts(scenario, 'Memory');
    scenario.passes(1);
    expect(sentEvents(scenario)).toEqual([]);
    endAlert(scenario, 'Disk');
    scenario.passes(1);
    expect(sentEvents(scenario)).toEqual([['AlertGroupResolved']]);
  });

  it('of a team is sent what happens to the alert groups that the team answers for now', () => {
    const scenario = new Scenario();
    subscribe(scenario, { teamId });
    subscribe(scenario, { teamId: idOf('7eb'), subscriptionId: idOf('5ac') });
    fireAlerts(scenario, 'Disk');
    scenario.passes(1);
    expect(startedDeliveries(scenario).map((one) => one.subscriptionId)).toEqual([subscriptionId]);
    expect(differences(scenario)).toEqual([]);
  });

  it('is sent nothing of test alerts', () => {
    const scenario = new Scenario();
    subscribe(scenario);
    scenario.act(
      'SendTestAlert',
      { groupId: idOf('9e57'), serviceId: scenario.all('ServiceCreated')[0]!.data.serviceId, wholePolicy: true, isTaken: false },
      mia,
    );
    scenario.passes(11);
    expect(scenario.all('AlertGroupResolved')).toHaveLength(1);
    expect(startedDeliveries(scenario)).toEqual([]);
  });

  it('gets what happens while it is called, or within two seconds, in one call', () => {
    const scenario = new Scenario();
    subscribe(scenario, { kinds: ['opened'] });
    fireAlerts(scenario, 'Disk', 'Memory', 'Load');
    expect(sentEvents(scenario)).toEqual([['AlertGroupOpened']]);
    scenario.world.advance(eventSubscriptionLimits.eventDeliveryEvery);
    expect(sentEvents(scenario)).toEqual([['AlertGroupOpened'], ['AlertGroupOpened', 'AlertGroupOpened']]);
    expect(differences(scenario)).toEqual([]);
  });

  it('is called a hundredth as often as there are events when many come, and without a pause', () => {
    const scenario = new Scenario({ services: 6 });
    subscribe(scenario, { kinds: ['opened'] });
    fireAlerts(scenario, ...Array.from({ length: 251 }, (_, n) => `Disk ${n}`));
    scenario.world.advance(eventSubscriptionLimits.eventDeliveryEvery);
    expect(startedDeliveries(scenario).map(({ ordinals }) => ordinals.length)).toEqual([1, 100, 100, 50]);
    expect(new Set(startedDeliveries(scenario).flatMap(({ ordinals }) => ordinals)).size).toBe(251);
    expect(differences(scenario)).toEqual([]);
  });

  it('notes only once in a thousand events that none of them concerns it', () => {
    const scenario = new Scenario();
    subscribe(scenario, { teamId: idOf('7eb'), kinds: ['acknowledged', 'unacknowledged'] });
    fireAlerts(scenario, 'Disk');
    for (let n = 0; n < eventSubscriptionLimits.eventsPerDelivery.looked / 2 + 1; n += 1) {
      scenario.act('AcknowledgeAlertGroup');
      scenario.act('UnacknowledgeAlertGroup');
      scenario.world.advance(5_000);
    }
    expect(startedDeliveries(scenario)).toEqual([]);
    expect(scenario.all('EventsPassedOver')).toHaveLength(1);
    expect(differences(scenario)).toEqual([]);
  });
});

describe('a receiver that fails', () => {
  it('is sent the same delivery again, in longer and longer intervals, and then the rest', () => {
    const scenario = new Scenario();
    subscribe(scenario, { kinds: ['opened'] });
    const answers = [failedOutcome, failedOutcome, failedOutcome];
    scenario.receiver = () => answers.shift() ?? { ok: true };
    fireAlerts(scenario, 'Disk');
    scenario.passes(0.1);
    fireAlerts(scenario, 'Memory');
    scenario.passes(3);
    const calls = scenario.all('EventDeliveryStarted');
    expect(calls.map(({ data }) => [data.attempt, data.ordinals.length])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
      [1, 1],
    ]);
    expect(new Set(calls.slice(0, 4).map(({ data }) => data.deliveryId)).size).toBe(1);
    expect(scenario.all('EventDeliveryFailed').map(({ data, meta }) => Date.parse(data.retryAt!) - Date.parse(meta.at))).toEqual([
      15_000, 30_000, 60_000,
    ]);
    expect(row(scenario).failingSince).toBeNull();
    expect(differences(scenario)).toEqual([]);
  });

  it('is heard when it says how long to wait, up to an hour', () => {
    const scenario = new Scenario();
    subscribe(scenario);
    const retryBounds = [600_000, 86_400_000];
    scenario.receiver = () => ({ ...failedOutcome, retryAfter: retryBounds.shift() ?? 0 });
    fireAlerts(scenario, 'Disk');
    scenario.passes(15);
    expect(scenario.all('EventDeliveryFailed').map(({ data, meta }) => Date.parse(data.retryAt!) - Date.parse(meta.at))).toEqual([
      600_000, 3_600_000,
    ]);
    expect(differences(scenario)).toEqual([]);
  });

  it('is switched off after 24 hours of failures, and called no more until it is switched on; then from then on', () => {
    const scenario = new Scenario({ service: { ackTimeoutMinutes: 0 } });
    subscribe(scenario, { kinds: ['opened'] });
    scenario.receiver = () => failedOutcome;
    const since = scenario.world.now;
    fireAlerts(scenario, 'Disk');
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(23 * 60 + 59);
    expect(scenario.all('EventSubscriptionDisabled')).toEqual([]);
    scenario.passes(1);
    expect(scenario.all('EventSubscriptionDisabled').map(({ data }) => data.because)).toEqual(['failing']);
    expect(Date.parse(scenario.all('EventSubscriptionDisabled')[0]!.meta.at) - Date.parse(since)).toBe(
      eventSubscriptionLimits.eventFailures,
    );
    expect(startedDeliveries(scenario).length).toBeLessThan(40);
    expect(row(scenario)).toMatchObject({ disabled: { because: 'failing' }, failingSince: since });
    const before = startedDeliveries(scenario).length;
    fireAlerts(scenario, 'Memory');
    scenario.passes(120);
    expect(startedDeliveries(scenario)).toHaveLength(before);
    scenario.receiver = () => ({ ok: true });
    scenario.act('EnableEventSubscription', { subscriptionId }, ola);
    fireAlerts(scenario, 'Load');
    scenario.passes(1);
    expect(startedDeliveries(scenario)).toHaveLength(before + 1);
    expect(row(scenario)).toMatchObject({ disabled: null, failingSince: null });
    expect(differences(scenario)).toEqual([]);
  });

  it('of which nothing is heard is called again, by the next reactor at once', () => {
    const scenario = new Scenario();
    subscribe(scenario, { kinds: ['opened'] });
    scenario.receiver = () => null;
    fireAlerts(scenario, 'Disk');
    scenario.world.awayUntil('2026-11-21T03:12:05.000Z');
    scenario.receiver = () => ({ ok: true });
    scenario.world.advance(0);
    const [first, second, ...rest] = startedDeliveries(scenario);
    expect(second).toMatchObject({ deliveryId: first!.deliveryId, ordinals: first!.ordinals, attempt: 2, epoch: 2 });
    expect(rest).toEqual([]);
    expect(row(scenario).deliveries).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(differences(scenario)).toEqual([]);
  });
});

describe('a command about a subscription', () => {
  const about = (scenario: Scenario, type: string, data: object = {}) =>
    scenario.refusal(scenario.act(type, { subscriptionId, version: 1, name: 'Tickets', kinds: [...all], ...data }, ola));
  const commandTypes = namesOf(commandRefusals).filter((type) => commandRefusals[type].includes('event_subscription.not_found'));

  it.each(commandTypes)('is refused where there is none, or it was removed: %s', (type) => {
    const scenario = new Scenario();
    expect(about(scenario, type)).toBe('event_subscription.not_found');
    subscribe(scenario);
    expect(about(scenario, 'RemoveEventSubscription')).toBeNull();
    expect(about(scenario, type)).toBe('event_subscription.not_found');
  });

  it('makes no more of them than one team may have, and than there may be in all', () => {
    const scenario = new Scenario();
    const { perOwner, inAll } = eventSubscriptionLimits.eventSubscriptions;
    const create = (n: number, owner: string | null) =>
      scenario.act(
        'CreateEventSubscription',
        {
          subscriptionId: idOf(`5b${n}`),
          teamId: owner,
          name: `Tickets ${n}`,
          host: 'h',
          addressRef: 'a',
          secretRef: 's',
          kinds: [...all],
        },
        ola,
      );
    const tooMany = (limit: number) => ({ refused: { code: 'limit.event_subscriptions', params: { limit } } });
    const teamIds = Array.from({ length: inAll / perOwner }, (_, n) => idOf(`7d${n}`));
    for (const owner of teamIds) scenario.knows({ type: 'TeamCreated', data: { teamId: owner, name: owner, description: '' } });
    for (let n = 0; n < inAll; n += 1) {
      const owner = teamIds[Math.floor(n / perOwner)]!;
      expect(create(n, owner).kind).toBe('done');
      if (n === perOwner - 1) expect(create(inAll, owner)).toMatchObject(tooMany(perOwner));
    }
    expect(create(inAll, null)).toMatchObject(tooMany(inAll));
  });
});

describe('a test event', () => {
  it('is sent while the subscription waits to try again, and while it is off', () => {
    const scenario = new Scenario();
    subscribe(scenario);
    scenario.receiver = ({ ordinals }) => (ordinals.length > 0 ? failedOutcome : { ok: true });
    fireAlerts(scenario, 'Disk');
    scenario.act('TestEventSubscription', { subscriptionId }, ola);
    expect(row(scenario).deliveries.map(({ test, state }) => [test, state])).toEqual([
      [true, 'delivered'],
      [false, 'failed'],
    ]);
    expect(row(scenario).failingSince).not.toBeNull();
    scenario.passes(0.25);
    expect(startedDeliveries(scenario).map(({ attempt }) => attempt)).toEqual([1, 1, 2]);
    scenario.act('DisableEventSubscription', { subscriptionId }, ola);
    scenario.act('TestEventSubscription', { subscriptionId }, ola);
    expect(row(scenario).deliveries[0]).toMatchObject({ test: true, state: 'delivered' });
    expect(differences(scenario)).toEqual([]);
  });

  it('that fails is not sent again, and says nothing of the receiver’s failures', () => {
    const scenario = new Scenario();
    subscribe(scenario);
    scenario.receiver = () => failedOutcome;
    scenario.act('TestEventSubscription', { subscriptionId }, ola);
    scenario.passes(60);
    expect(startedDeliveries(scenario)).toHaveLength(1);
    expect(row(scenario)).toMatchObject({ failingSince: null, deliveries: [{ test: true, state: 'failed', retryAt: null }] });
  });
});

describe('a receiver that takes nothing', () => {
  it('is lost until it takes the call of a step, also if it has no name for what it took', () => {
    const scenario = new Scenario();
    subscribe(scenario);
    const succeeded = { groupId: idOf('9'), callId: idOf('c'), subscriptionId, attempt: 1 };
    const note = (commands: ReturnType<typeof failed>): void => {
      for (const { type, data } of commands) scenario.act(type, data, systemActor);
    };
    const { WebhookCallFailed, WebhookCallSucceeded } = receiverLostProcess.on as Record<
      string,
      { readonly then: (event: unknown) => never }
    >;
    const failed = (): readonly { readonly type: string; readonly data: object }[] =>
      WebhookCallFailed!.then({ data: { ...succeeded, reason: 'delivery.hook_gone' } });
    const news = () => scenario.world.events.map(({ type }) => type).filter((type) => type.startsWith('EventReceiver'));
    note(WebhookCallSucceeded!.then({ data: succeeded }));
    expect(news()).toEqual([]);
    for (let n = 0; n < 2; n += 1) {
      note(failed());
      note(failed());
      note(WebhookCallSucceeded!.then({ data: succeeded }));
      note(WebhookCallSucceeded!.then({ data: succeeded }));
    }
    expect(news()).toEqual(['EventReceiverLost', 'EventReceiverFound', 'EventReceiverLost', 'EventReceiverFound']);
  });
});

describe('a store that is paused after a restore', () => {
  it('sends nothing, not what it decided meanwhile either, and what happens once it is live', () => {
    const scenario = new Scenario();
    subscribe(scenario);
    scenario.receiver = () => failedOutcome;
    fireAlerts(scenario, 'Disk');
    scenario.knows({ type: 'StoreRestored', data: { backupAt: scenario.world.now, program: '0.2.0' } });
    const before = startedDeliveries(scenario).length;
    fireAlerts(scenario, 'Memory');
    scenario.passes(60);
    expect(scenario.refusal(scenario.act('TestEventSubscription', { subscriptionId }, ola))).toBe('store.held');
    expect(startedDeliveries(scenario)).toHaveLength(before);
    scenario.receiver = () => ({ ok: true });
    scenario.knows({ type: 'StoreWentLive', data: { heldSince: scenario.world.now } });
    scenario.passes(60);
    expect(
      startedDeliveries(scenario)
        .slice(before)
        .flatMap(({ ordinals }) => ordinals.map((ordinal) => scenario.world.events[ordinal - 1]!.type)),
    ).not.toContain('AlertGroupOpened');
    const liveCount = startedDeliveries(scenario).length;
    fireAlerts(scenario, 'Load');
    scenario.passes(0.1);
    expect(sentEvents(scenario).slice(liveCount)).toContainEqual(['AlertGroupOpened']);
    expect(differences(scenario)).toEqual([]);
  });

  it('is silent like a demo and an import', () => {
    const scenario = new Scenario();
    scenario.knows({ type: 'LogOpened', data: { logId: idOf('1'), format: 1, clock: 'manual', kind: 'demo' } });
    subscribe(scenario);
    fireAlerts(scenario, 'Disk');
    scenario.passes(5);
    expect(startedDeliveries(scenario)).toEqual([]);
  });
});
