import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { EventSubscriptionRow } from '@tocsin/contracts/event-subscriptions.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { calmly, Harbour, mia, ola, teamId } from '../alert-groups/groups.fixture.js';
import { idOf } from '../configuration.fixture.js';
import { domain } from '../registry.js';
import { alertmanager, alertOf, over } from '../routing/signals.fixture.js';

const subscriptionId = idOf('5ab');
const all = ['opened', 'acknowledged', 'unacknowledged', 'escalated', 'resolved', 'reopened'] as const;
type Asked = Partial<Pick<FactOf<'EventSubscriptionCreated'>, 'subscriptionId' | 'teamId' | 'kinds'>>;

const subscribe = (harbour: Harbour, asked: Asked = {}): void => {
  const { subscriptionId: id = subscriptionId, kinds = [...all], ...more } = asked;
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
  expect(harbour.act('CreateEventSubscription', data, ola).kind).toBe('done');
};
const fires = (harbour: Harbour, ...names: readonly string[]): void => {
  for (const [n, name] of names.entries()) harbour.receives({ ...alertmanager([alertOf(name)], { key: name }), ...calmly(n) });
  harbour.world.advance(0);
};
const ends = (harbour: Harbour, name: string): void => {
  harbour.receives(alertmanager([over(name)], { key: name, action: 'resolve' }));
  harbour.world.advance(0);
};
const started = (harbour: Harbour) => harbour.all('EventDeliveryStarted').map(({ data }) => data);
/** The types of the events that were sent, call by call. */
const sent = (harbour: Harbour) =>
  started(harbour).map(({ ordinals }) => ordinals.map((ordinal) => harbour.world.events[ordinal - 1]!.type));
const row = (harbour: Harbour) => harbour.world.rows<EventSubscriptionRow>('eventSubscriptions').get(subscriptionId)!;
/** Differences found by re-enactment; the configuration is not decided here. */
const differences = (harbour: Harbour) =>
  reenact(domain, harbour.world.events).differences.filter(({ stream }) => stream !== 'configuration');
const failed = { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 500.' } as const;

describe('a subscription', () => {
  it('is sent what happens to alert groups, at once and in order', () => {
    const harbour = new Harbour();
    subscribe(harbour);
    fires(harbour, 'Disk');
    harbour.passes(1);
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(1);
    harbour.act('UnacknowledgeAlertGroup');
    harbour.passes(7);
    ends(harbour, 'Disk');
    harbour.passes(1);
    expect(sent(harbour)).toEqual([
      ['AlertGroupOpened'],
      ['AlertGroupAcknowledged'],
      ['AlertGroupReturnedToFiring'],
      ['EscalationStepTaken'],
      ['AlertGroupResolved'],
    ]);
    expect(harbour.all('AlertGroupOpened')[0]!.meta.at).toBe(harbour.all('EventDeliveryStarted')[0]!.meta.at);
    expect(row(harbour).deliveries.map(({ state, events }) => [state, events])).toEqual(Array.from({ length: 5 }, () => ['delivered', 1]));
    expect(differences(harbour)).toEqual([]);
  });

  it('is sent the kinds that it asks for, and nothing from before it was made', () => {
    const harbour = new Harbour();
    fires(harbour, 'Disk');
    subscribe(harbour, { kinds: ['resolved'] });
    fires(harbour, 'Memory');
    harbour.passes(1);
    expect(sent(harbour)).toEqual([]);
    ends(harbour, 'Disk');
    harbour.passes(1);
    expect(sent(harbour)).toEqual([['AlertGroupResolved']]);
  });

  it('of a team is sent what happens to the alert groups that the team answers for now', () => {
    const harbour = new Harbour();
    subscribe(harbour, { teamId });
    subscribe(harbour, { teamId: idOf('7eb'), subscriptionId: idOf('5ac') });
    fires(harbour, 'Disk');
    harbour.passes(1);
    expect(started(harbour).map((one) => one.subscriptionId)).toEqual([subscriptionId]);
    expect(differences(harbour)).toEqual([]);
  });

  it('is sent nothing of test alerts', () => {
    const harbour = new Harbour();
    subscribe(harbour);
    harbour.act(
      'SendTestAlert',
      { groupId: idOf('9e57'), serviceId: harbour.all('ServiceCreated')[0]!.data.serviceId, wholePolicy: true, isTaken: false },
      mia,
    );
    harbour.passes(11);
    expect(harbour.all('AlertGroupResolved')).toHaveLength(1);
    expect(started(harbour)).toEqual([]);
  });

  it('gets what happens while it is called, or within two seconds, in one call', () => {
    const harbour = new Harbour();
    subscribe(harbour, { kinds: ['opened'] });
    fires(harbour, 'Disk', 'Memory', 'Load');
    expect(sent(harbour)).toEqual([['AlertGroupOpened']]);
    harbour.world.advance(limits.eventDeliveryEvery);
    expect(sent(harbour)).toEqual([['AlertGroupOpened'], ['AlertGroupOpened', 'AlertGroupOpened']]);
    expect(differences(harbour)).toEqual([]);
  });

  it('is called a hundredth as often as there are events when many come, and without a pause', () => {
    const harbour = new Harbour({ services: 6 });
    subscribe(harbour, { kinds: ['opened'] });
    fires(harbour, ...Array.from({ length: 251 }, (_, n) => `Disk ${n}`));
    harbour.world.advance(limits.eventDeliveryEvery);
    expect(started(harbour).map(({ ordinals }) => ordinals.length)).toEqual([1, 100, 100, 50]);
    expect(new Set(started(harbour).flatMap(({ ordinals }) => ordinals)).size).toBe(251);
    expect(differences(harbour)).toEqual([]);
  });

  it('notes only once in a thousand events that none of them concerns it', () => {
    const harbour = new Harbour();
    subscribe(harbour, { teamId: idOf('7eb'), kinds: ['acknowledged', 'unacknowledged'] });
    fires(harbour, 'Disk');
    for (let n = 0; n < limits.eventsPerDelivery.looked / 2 + 1; n += 1) {
      harbour.act('AcknowledgeAlertGroup');
      harbour.act('UnacknowledgeAlertGroup');
      harbour.world.advance(5_000);
    }
    expect(started(harbour)).toEqual([]);
    expect(harbour.all('EventsPassedOver')).toHaveLength(1);
    expect(differences(harbour)).toEqual([]);
  });
});

describe('a receiver that fails', () => {
  it('is sent the same delivery again, in longer and longer intervals, and then the rest', () => {
    const harbour = new Harbour();
    subscribe(harbour, { kinds: ['opened'] });
    const answers = [failed, failed, failed];
    harbour.receiver = () => answers.shift() ?? { ok: true };
    fires(harbour, 'Disk');
    harbour.passes(0.1);
    fires(harbour, 'Memory');
    harbour.passes(3);
    const calls = harbour.all('EventDeliveryStarted');
    expect(calls.map(({ data }) => [data.attempt, data.ordinals.length])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
      [1, 1],
    ]);
    expect(new Set(calls.slice(0, 4).map(({ data }) => data.deliveryId)).size).toBe(1);
    expect(harbour.all('EventDeliveryFailed').map(({ data, meta }) => Date.parse(data.retryAt!) - Date.parse(meta.at))).toEqual([
      15_000, 30_000, 60_000,
    ]);
    expect(row(harbour).failingSince).toBeNull();
    expect(differences(harbour)).toEqual([]);
  });

  it('is heard when it says how long to wait, up to an hour', () => {
    const harbour = new Harbour();
    subscribe(harbour);
    const says = [600_000, 86_400_000];
    harbour.receiver = () => ({ ...failed, retryAfter: says.shift() ?? 0 });
    fires(harbour, 'Disk');
    harbour.passes(15);
    expect(harbour.all('EventDeliveryFailed').map(({ data, meta }) => Date.parse(data.retryAt!) - Date.parse(meta.at))).toEqual([
      600_000, 3_600_000,
    ]);
    expect(differences(harbour)).toEqual([]);
  });

  it('is switched off after 24 hours of failures, and called no more until it is switched on; then from then on', () => {
    const harbour = new Harbour({ service: { ackTimeoutMinutes: 0 } });
    subscribe(harbour, { kinds: ['opened'] });
    harbour.receiver = () => failed;
    const since = harbour.world.now;
    fires(harbour, 'Disk');
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(23 * 60 + 59);
    expect(harbour.all('EventSubscriptionDisabled')).toEqual([]);
    harbour.passes(1);
    expect(harbour.all('EventSubscriptionDisabled').map(({ data }) => data.because)).toEqual(['failing']);
    expect(Date.parse(harbour.all('EventSubscriptionDisabled')[0]!.meta.at) - Date.parse(since)).toBe(limits.eventFailures);
    expect(started(harbour).length).toBeLessThan(40);
    expect(row(harbour)).toMatchObject({ disabled: { because: 'failing' }, failingSince: since });
    const before = started(harbour).length;
    fires(harbour, 'Memory');
    harbour.passes(120);
    expect(started(harbour)).toHaveLength(before);
    harbour.receiver = () => ({ ok: true });
    harbour.act('EnableEventSubscription', { subscriptionId }, ola);
    fires(harbour, 'Load');
    harbour.passes(1);
    expect(started(harbour)).toHaveLength(before + 1);
    expect(row(harbour)).toMatchObject({ disabled: null, failingSince: null });
    expect(differences(harbour)).toEqual([]);
  });

  it('of which nothing is heard is called again, by the next reactor at once', () => {
    const harbour = new Harbour();
    subscribe(harbour, { kinds: ['opened'] });
    harbour.receiver = () => null;
    fires(harbour, 'Disk');
    harbour.world.awayUntil('2026-11-21T03:12:05.000Z');
    harbour.receiver = () => ({ ok: true });
    harbour.world.advance(0);
    const [first, second, ...rest] = started(harbour);
    expect(second).toMatchObject({ deliveryId: first!.deliveryId, ordinals: first!.ordinals, attempt: 2, epoch: 2 });
    expect(rest).toEqual([]);
    expect(row(harbour).deliveries).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(differences(harbour)).toEqual([]);
  });
});

describe('a test event', () => {
  it('is sent while the subscription waits to try again, and while it is off', () => {
    const harbour = new Harbour();
    subscribe(harbour);
    harbour.receiver = ({ ordinals }) => (ordinals.length > 0 ? failed : { ok: true });
    fires(harbour, 'Disk');
    harbour.act('TestEventSubscription', { subscriptionId }, ola);
    expect(row(harbour).deliveries.map(({ test, state }) => [test, state])).toEqual([
      [true, 'delivered'],
      [false, 'failed'],
    ]);
    expect(row(harbour).failingSince).not.toBeNull();
    harbour.passes(0.25);
    expect(started(harbour).map(({ attempt }) => attempt)).toEqual([1, 1, 2]);
    harbour.act('DisableEventSubscription', { subscriptionId }, ola);
    harbour.act('TestEventSubscription', { subscriptionId }, ola);
    expect(row(harbour).deliveries[0]).toMatchObject({ test: true, state: 'delivered' });
    expect(differences(harbour)).toEqual([]);
  });

  it('that fails is not sent again, and says nothing of the receiver’s failures', () => {
    const harbour = new Harbour();
    subscribe(harbour);
    harbour.receiver = () => failed;
    harbour.act('TestEventSubscription', { subscriptionId }, ola);
    harbour.passes(60);
    expect(started(harbour)).toHaveLength(1);
    expect(row(harbour)).toMatchObject({ failingSince: null, deliveries: [{ test: true, state: 'failed', retryAt: null }] });
  });
});

describe('a store that is paused after a restore', () => {
  it('sends nothing, not what it decided meanwhile either, and what happens once it is live', () => {
    const harbour = new Harbour();
    subscribe(harbour);
    harbour.receiver = () => failed;
    fires(harbour, 'Disk');
    harbour.knows({ type: 'StoreRestored', data: { backupAt: harbour.world.now, program: '0.2.0' } });
    const before = started(harbour).length;
    fires(harbour, 'Memory');
    harbour.passes(60);
    expect(harbour.refusal(harbour.act('TestEventSubscription', { subscriptionId }, ola))).toBe('store.held');
    expect(started(harbour)).toHaveLength(before);
    harbour.receiver = () => ({ ok: true });
    harbour.knows({ type: 'StoreWentLive', data: { heldSince: harbour.world.now } });
    harbour.passes(60);
    expect(
      started(harbour)
        .slice(before)
        .flatMap(({ ordinals }) => ordinals.map((ordinal) => harbour.world.events[ordinal - 1]!.type)),
    ).not.toContain('AlertGroupOpened');
    const live = started(harbour).length;
    fires(harbour, 'Load');
    harbour.passes(0.1);
    expect(sent(harbour).slice(live)).toContainEqual(['AlertGroupOpened']);
    expect(differences(harbour)).toEqual([]);
  });

  it('is silent like a demo and an import', () => {
    const harbour = new Harbour();
    harbour.knows({ type: 'LogOpened', data: { logId: idOf('1'), format: 1, clock: 'manual', kind: 'demo' } });
    subscribe(harbour);
    fires(harbour, 'Disk');
    harbour.passes(5);
    expect(started(harbour)).toEqual([]);
  });
});
