import type { EventSubscriptionFact } from '@tocsin/contracts/event-subscriptions/noun.js';
import type { InputsOf } from '../../inputs.js';
import type { EventSubscriptionCommand } from './commands.js';

/** Facts of timers are traced back by the plan that caused them. */
type TimerFact =
  'OnCallPosted' | 'EventDeliveryStarted' | 'EventDeliveryWentStale' | 'EventsPassedOver' | 'EventReceiverLost' | 'EventReceiverFound';

/** Reconstructs the commands of people and the answers of receivers from their facts. */
export const inputs: InputsOf<EventSubscriptionFact, EventSubscriptionCommand, TimerFact> = {
  EventSubscriptionCreated: ({ after: _, ...data }) => ({ type: 'CreateEventSubscription', data }),
  EventSubscriptionChanged: (data) => ({ type: 'ChangeEventSubscription', data: { ...data, version: data.version - 1 } }),
  EventSubscriptionSecretRotated: (data) => ({ type: 'RotateEventSubscriptionSecret', data }),
  EventSubscriptionDisabled: ({ subscriptionId }) => ({ type: 'DisableEventSubscription', data: { subscriptionId } }),
  EventSubscriptionEnabled: ({ subscriptionId }) => ({ type: 'EnableEventSubscription', data: { subscriptionId } }),
  EventSubscriptionRemoved: ({ subscriptionId }) => ({ type: 'RemoveEventSubscription', data: { subscriptionId } }),
  OnCallPostsChosen: ({ subscriptionId, posts }) => ({ type: 'ChooseOnCallPosts', data: { subscriptionId, posts } }),
  TestEventRequested: ({ subscriptionId }) => ({ type: 'TestEventSubscription', data: { subscriptionId } }),
  EventDeliverySucceeded: (data) => ({ type: 'RecordEventDelivery', data: { ...data, outcome: { ok: true } } }),
  EventDeliveryFailed: ({ subscriptionId, deliveryId, attempt, reason, detail, retryAfter }) => ({
    type: 'RecordEventDelivery',
    data: {
      subscriptionId,
      deliveryId,
      attempt,
      outcome: { ok: false, reason, detail, ...(retryAfter === undefined ? {} : { retryAfter }) },
    },
  }),
};
