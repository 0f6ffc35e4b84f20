import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import { groupEventKinds } from '@tocsin/contracts/event-subscriptions/noun.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import { integration, serviceCreated } from './facts.js';
import type { LargestCase, LargestCases } from './case.js';
import { cast, crowd, groupWith, largestAlerts, peopleOf, start } from './crowd.js';
import { bySystem, longest, longName, many, nth, team, type LargeWorld } from './large-world.js';

let receivedCount = 0;
/** A signal of maximum size, each alert of which opens a separate group. */
const signal = (): { eventId: string; ordinal: number; inbox: string; data: FactOf<'SignalReceived'> } => ({
  eventId: nth('e1', (receivedCount += 1)),
  ordinal: 1_000_000_000 + receivedCount,
  inbox: 'inbox-n1',
  data: {
    integrationId: nth('17', 0),
    serviceId: nth('5e', 0),
    kind: 'alertmanager',
    receivedAt: start,
    signal: {
      action: 'trigger',
      key: longest(integrationLimits.dedupKeyCharacters),
      shape: 'group',
      complete: true,
      splitByName: true,
      alerts: largestAlerts().map((alert, n) => ({
        ...alert,
        name: `${n}${longest(integrationLimits.dedupKeyCharacters)}`.slice(0, 100),
        state: 'firing' as const,
      })),
      cut: [],
      test: false,
    },
    raw: 't:',
  },
});

/** Alerts of a signal that is not on the log are unknown: by severity their groups would be urgent, each with all its pages. */
const withIntegration = (urgencyRule: 'always_low' | 'by_severity', version: number): LargeWorld => {
  const large = crowd();
  const { data } = serviceCreated(team(0), 0) as Fact & { readonly type: 'ServiceCreated' };
  large.has(`team-${team(0)}`, { type: 'ServiceChanged', data: { ...data, version, urgencyRule } });
  if (!large.world.memory.rows('integrations').get(nth('17', 0))) large.has(`team-${team(0)}`, ...integration(team(0), 0));
  return large;
};

export const routingCases: LargestCases = {
  RouteSignals: () => {
    const one = signal();
    return { large: withIntegration('always_low', 2), data: { from: 0, upTo: one.ordinal, signals: [one] }, actor: bySystem };
  },
  RoutePlainly: () => {
    const one = signal();
    return { large: withIntegration('by_severity', 3), data: { from: 0, upTo: one.ordinal, signal: one }, actor: bySystem };
  },
  PassOverSignal: () => {
    const { ordinal } = signal();
    return { large: withIntegration('by_severity', 4), data: { from: 0, upTo: ordinal }, actor: bySystem };
  },
  PageSomeone: () => {
    const data = {
      groupId: nth('6c', 0),
      title: longest(1_024),
      urgency: 'high',
      serviceId: nth('5e', 0),
      personIds: peopleOf(cast.others).slice(0, 20),
    };
    return { large: crowd(), data };
  },
  RaiseRefusals: () => ({
    large: withIntegration('by_severity', 5),
    data: { groupId: nth('6c', 3), integrationId: nth('17', 0) },
    actor: bySystem,
  }),
  RaiseAuditAlarm: () => ({ large: crowd(), data: { groupId: nth('6c', 2), title: longest(1_024) }, actor: bySystem }),
  SendTestAlert: () => ({ large: crowd(), data: { groupId: nth('6c', 1), serviceId: nth('5e', 0), wholePolicy: true } }),
};

let subscriptions = 0;
const details = (subscriptionId: string) => ({
  subscriptionId,
  teamId: null,
  name: longName(),
  kinds: [...groupEventKinds],
  host: `https://${'漢'.repeat(280)}`,
  addressRef: 'r'.repeat(80),
});
const subscribedWorld = (more: object = {}, ...facts: readonly ((subscriptionId: string) => Fact)[]): LargestCase => {
  const subscriptionId = nth('5b', (subscriptions += 1));
  const large = crowd();
  const after = large.world.events.length;
  const subscriptionCreated: Fact = {
    type: 'EventSubscriptionCreated',
    data: { ...details(subscriptionId), secretRef: 's'.repeat(80), after },
  };
  large.has(`eventSubscription-${subscriptionId}`, subscriptionCreated, ...facts.map((make) => make(subscriptionId)));
  return { large, data: { subscriptionId, ...more } };
};
const delivery = (subscriptionId: string): Fact => ({
  type: 'EventDeliveryStarted',
  data: {
    subscriptionId,
    deliveryId: nth('5c', 0),
    attempt: 1,
    ordinals: many(100, (n) => 1_000_000_000 + n),
    upTo: 2_000_000_000,
    epoch: 1,
  },
});
const subscriptionDisabled = (subscriptionId: string): Fact => ({
  type: 'EventSubscriptionDisabled',
  data: { subscriptionId, because: 'switched_off' },
});

export const subscriptionCases: LargestCases = {
  CreateEventSubscription: () => ({ large: crowd(), data: { ...details(nth('5b', 9_999)), secretRef: 's'.repeat(80) } }),
  ChangeEventSubscription: () => {
    const { subscriptionId: _, teamId: __, ...changed } = details('');
    return subscribedWorld({ version: 1, ...changed, name: longName(9) });
  },
  RotateEventSubscriptionSecret: () => subscribedWorld({ secretRef: 't'.repeat(80) }),
  DisableEventSubscription: () => subscribedWorld(),
  EnableEventSubscription: () => subscribedWorld({}, subscriptionDisabled),
  RemoveEventSubscription: () => subscribedWorld(),
  TestEventSubscription: () => subscribedWorld(),
  StartEventDelivery: () => {
    const one = subscribedWorld();
    for (const _ of many(eventSubscriptionLimits.eventsPerDelivery.most, (n) => n)) groupWith(() => []);
    return { ...one, data: { ...one.data, dueAt: start, plannedBy: nth('e0', 1) }, actor: bySystem };
  },
  RecordEventDelivery: () => {
    const outcome = { ok: false, reason: 'delivery.provider_rejected', detail: longest(600) };
    return { ...subscribedWorld({ deliveryId: nth('5c', 0), attempt: 1, outcome }, delivery), actor: bySystem };
  },
  ReplaceEventDelivery: () => {
    const one = subscribedWorld({}, delivery);
    const startEvent = one.large.world.events.at(-1)!;
    return { ...one, data: { ...one.data, dueAt: '2026-11-21T03:14:00.000Z', plannedBy: startEvent.id }, actor: bySystem };
  },
};
