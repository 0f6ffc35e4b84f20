import type { EventSubscriptionFact } from '@tocsin/contracts/event-subscriptions.js';
import type { Decider, When } from '@tocsin/kernel/decide/decider.js';
import { exists, isTest, type EventSubscriptionState, type Existing } from './state.js';

const on =
  <Data>(change: (state: Existing, data: Data, when: When) => EventSubscriptionState) =>
  (state: EventSubscriptionState, data: Data, when: When): EventSubscriptionState =>
    exists(state) ? change(state, data, when) : state;

/** Removes the current call; its content is sent again at this instant, if it is still to be sent. */
const sentAgain = (state: Existing, dueAt: string | null, { eventId: plannedBy }: When): Existing => {
  const { call } = state;
  if (!call) return state;
  if (isTest(call)) return { ...state, call: null, test: dueAt === null ? null : { deliveryId: call.deliveryId, dueAt, plannedBy } };
  const { deliveryId, ordinals, upTo, attempt } = call;
  const retry = dueAt === null || state.status === 'off' ? null : { deliveryId, ordinals, upTo, attempt, dueAt, plannedBy };
  return { ...state, call: null, retry };
};

export const evolveEventSubscription: Decider<EventSubscriptionState, never, EventSubscriptionFact>['evolve'] = {
  EventSubscriptionCreated: (_state, { after, ...data }) => ({
    ...data,
    status: 'on',
    version: 1,
    cursor: after,
    call: null,
    retry: null,
    test: null,
    failingSince: null,
  }),
  EventSubscriptionChanged: on((state, data) => ({ ...state, ...data })),
  EventSubscriptionSecretRotated: on((state, { secretRef }) => ({ ...state, secretRef })),
  EventSubscriptionDisabled: on((state) => ({ ...state, status: 'off', retry: null })),
  EventSubscriptionEnabled: on((state, { after }) => ({ ...state, status: 'on', cursor: after, failingSince: null })),
  EventSubscriptionRemoved: on(({ teamId }) => ({ status: 'removed', teamId })),
  TestEventRequested: on((state, { deliveryId }, { at, eventId }) => ({ ...state, test: { deliveryId, dueAt: at, plannedBy: eventId } })),
  EventDeliveryStarted: on((state, { deliveryId, ordinals, upTo, attempt, epoch }, { at, eventId }) => ({
    ...state,
    call: { deliveryId, ordinals, upTo, attempt, epoch, startedAt: at, startedBy: eventId },
    retry: state.retry?.deliveryId === deliveryId ? null : state.retry,
    test: state.test?.deliveryId === deliveryId ? null : state.test,
  })),
  EventDeliverySucceeded: on((state) =>
    !state.call || isTest(state.call)
      ? { ...state, call: null }
      : { ...state, call: null, cursor: Math.max(state.cursor, state.call.upTo), failingSince: null },
  ),
  EventDeliveryFailed: on((state, { retryAt }, when) => {
    const failingSince = state.call && !isTest(state.call) ? (state.failingSince ?? when.at) : state.failingSince;
    return sentAgain({ ...state, failingSince }, retryAt, when);
  }),
  EventDeliveryWentStale: on((state, _data, when) => sentAgain(state, when.at, when)),
  EventsPassedOver: on((state, { upTo }) => ({
    ...state,
    cursor: upTo,
    retry: state.retry && state.retry.upTo > upTo ? state.retry : null,
  })),
};
