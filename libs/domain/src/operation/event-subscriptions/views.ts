import type { EventDelivery, EventSubscriptionFact, EventSubscriptionRow } from '@tocsin/contracts/event-subscriptions/noun.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

type Row = EventSubscriptionRow;

const changeDelivery = (row: Row, deliveryId: string, change: Partial<EventDelivery>): Row => ({
  ...row,
  deliveries: row.deliveries.map((one) => (one.id === deliveryId ? { ...one, ...change } : one)),
});

const newDelivery = { endedAt: null, state: 'sending', reason: null, detail: '', retryAt: null } as const;

const eventSubscriptionFold: RowFold<Row, EventSubscriptionFact> = {
  id: ({ subscriptionId }) => subscriptionId,
  steps: {
    EventSubscriptionCreated: (_row, { subscriptionId: id, teamId, name, kinds, receiver, host }, { at: createdAt }) => ({
      id,
      teamId,
      name,
      kinds,
      ...(receiver ? { receiver } : {}),
      host,
      version: 1,
      createdAt,
      disabled: null,
      failingSince: null,
      deliveries: [],
    }),
    // another address may work
    EventSubscriptionChanged: changeExisting(({ lost: _before, ...row }, { version, name, kinds, host }) => ({
      ...row,
      version,
      name,
      kinds,
      host,
    })),
    EventSubscriptionSecretRotated: () => undefined,
    EventSubscriptionDisabled: changeExisting((row, { because }, { at, actor }) => ({ ...row, disabled: { because, at, by: actor.id } })),
    EventSubscriptionEnabled: changeExisting((row) => ({ ...row, disabled: null, failingSince: null })),
    EventSubscriptionRemoved: () => null,
    TestEventRequested: () => undefined,
    EventDeliveryStarted: changeExisting((row, { deliveryId: id, attempt: attempts, ordinals }, { at }) => {
      if (row.deliveries.some((one) => one.id === id)) return changeDelivery(row, id, { ...newDelivery, attempts });
      const first = { id, startedAt: at, events: ordinals.length, test: ordinals.length === 0, attempts, ...newDelivery };
      return { ...row, deliveries: [first, ...row.deliveries].slice(0, eventSubscriptionLimits.eventDeliveriesShown) };
    }),
    EventDeliverySucceeded: changeExisting((row, { deliveryId }, { at }) => {
      const isTest = row.deliveries.some(({ id, test }) => id === deliveryId && test);
      const changedRow = changeDelivery(row, deliveryId, { state: 'delivered', endedAt: at });
      return isTest ? changedRow : { ...changedRow, failingSince: null };
    }),
    EventDeliveryFailed: changeExisting((row, { deliveryId, reason, detail, retryAt }, { at }) => {
      const isTest = row.deliveries.some(({ id, test }) => id === deliveryId && test);
      const changedRow = changeDelivery(row, deliveryId, { state: 'failed', endedAt: at, reason, detail, retryAt });
      return isTest ? changedRow : { ...changedRow, failingSince: row.failingSince ?? at };
    }),
    EventDeliveryWentStale: changeExisting((row, { deliveryId }, { at }) =>
      changeDelivery(row, deliveryId, { state: 'unknown', endedAt: at }),
    ),
    EventReceiverLost: changeExisting((row, { reason }, { at }) => ({ ...row, lost: { at, reason } })),
    EventReceiverFound: changeExisting(({ lost: _before, ...row }) => row),
    OnCallPostsChosen: changeExisting(({ onCallPosts: _before, ...row }, { posts }) => (posts ? { ...row, onCallPosts: posts } : row)),
    OnCallPosted: () => undefined,
    EventsPassedOver: () => undefined,
  },
};

/** Subscriptions for screens, with the outcome of recent calls. */
export const eventSubscriptionsView = viewOf('eventSubscriptions', eventSubscriptionFold, {
  columns: { teamId: (row) => row.teamId, isDisabled: (row) => (row.disabled ? 1 : 0) },
  hasHistory: false,
});
