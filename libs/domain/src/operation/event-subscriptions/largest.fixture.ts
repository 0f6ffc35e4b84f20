import type { Fact } from '@tocsin/contracts/catalogue.js';
import { groupEventKinds } from '@tocsin/contracts/event-subscriptions/noun.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { crowd, groupWith, start } from '@tocsin/testing/largest/crowd.js';
import { bySystem, longest, longName, many, nth } from '@tocsin/testing/largest/large-world.js';

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

export const largest: LargestCases = {
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
  ChooseOnCallPosts: () => {
    const { large, data } = subscribedWorld();
    const subscriptionId = nth('5b', 9_998);
    const created = { ...details(subscriptionId), receiver: 'slack' as const, secretRef: 's'.repeat(80), after: 0 };
    large.has(`eventSubscription-${subscriptionId}`, { type: 'EventSubscriptionCreated', data: created });
    return {
      large,
      data: { ...data, subscriptionId, posts: { when: 'daily', minute: 1_439, timeZone: 'America/Argentina/Buenos_Aires' } },
    };
  },
  PostOnCall: () => {
    const dueAt = '2026-11-21T03:00:00.000Z';
    const posts = { when: 'daily' as const, minute: 1_439, timeZone: 'UTC' };
    const one = subscribedWorld({}, (subscriptionId) => ({ type: 'OnCallPostsChosen', data: { subscriptionId, posts, dueAt } }));
    const planned = one.large.world.events.at(-1)!;
    return { ...one, data: { ...one.data, dueAt, plannedBy: planned.id }, actor: bySystem };
  },
  NoteReceiver: () => ({ ...subscribedWorld({ lost: 'delivery.not_in_channel' }), actor: bySystem }),
  ReplaceEventDelivery: () => {
    const one = subscribedWorld({}, delivery);
    const startEvent = one.large.world.events.at(-1)!;
    return { ...one, data: { ...one.data, dueAt: '2026-11-21T03:14:00.000Z', plannedBy: startEvent.id }, actor: bySystem };
  },
};
