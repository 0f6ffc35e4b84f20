import type { EventSubscriptionFact } from '@tocsin/contracts/event-subscriptions/noun.js';
import type { Decider, FactMeta } from '@tocsin/kernel/decide/decider.js';
import { isExisting, isTest, type EventSubscriptionState, type ExistingSubscription } from './state.js';

const changeExisting =
  <Data>(change: (state: ExistingSubscription, data: Data, factMeta: FactMeta) => EventSubscriptionState) =>
  (state: EventSubscriptionState, data: Data, factMeta: FactMeta): EventSubscriptionState =>
    isExisting(state) ? change(state, data, factMeta) : state;

/** Removes the current call; its content is sent again at this instant, if it is still to be sent. */
const planResend = (state: ExistingSubscription, dueAt: string | null, { eventId: plannedBy }: FactMeta): ExistingSubscription => {
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
  EventSubscriptionChanged: changeExisting((state, data) => ({
    ...state,
    ...data,
    // another address may work
    isLost: false,
  })),
  EventSubscriptionSecretRotated: changeExisting((state, { secretRef }) => ({ ...state, secretRef })),
  EventSubscriptionDisabled: changeExisting((state) => ({ ...state, status: 'off', retry: null })),
  EventSubscriptionEnabled: changeExisting((state, { after }) => ({ ...state, status: 'on', cursor: after, failingSince: null })),
  EventSubscriptionRemoved: changeExisting(({ teamId }) => ({ status: 'removed', teamId })),
  TestEventRequested: changeExisting((state, { deliveryId }, { at, eventId }) => ({
    ...state,
    test: { deliveryId, dueAt: at, plannedBy: eventId },
  })),
  EventDeliveryStarted: changeExisting((state, { deliveryId, ordinals, upTo, attempt, epoch }, { at, eventId }) => ({
    ...state,
    call: { deliveryId, ordinals, upTo, attempt, epoch, startedAt: at, startedBy: eventId },
    retry: state.retry?.deliveryId === deliveryId ? null : state.retry,
    test: state.test?.deliveryId === deliveryId ? null : state.test,
  })),
  EventDeliverySucceeded: changeExisting((state) =>
    !state.call || isTest(state.call)
      ? { ...state, call: null }
      : { ...state, call: null, cursor: Math.max(state.cursor, state.call.upTo), failingSince: null },
  ),
  EventDeliveryFailed: changeExisting((state, { retryAt }, factMeta) => {
    const failingSince = state.call && !isTest(state.call) ? (state.failingSince ?? factMeta.at) : state.failingSince;
    return planResend({ ...state, failingSince }, retryAt, factMeta);
  }),
  EventDeliveryWentStale: changeExisting((state, _data, factMeta) => planResend(state, factMeta.at, factMeta)),
  EventReceiverLost: changeExisting((state) => ({ ...state, isLost: true })),
  EventReceiverFound: changeExisting((state) => ({ ...state, isLost: false })),
  OnCallPostsChosen: changeExisting((state, { posts: onCallPosts, dueAt }, { eventId: plannedBy }) => ({
    ...state,
    onCallPosts,
    daily: dueAt === undefined ? null : { dueAt, plannedBy },
  })),
  OnCallPosted: changeExisting((state, { nextAt }, { eventId: plannedBy }) =>
    nextAt === undefined ? state : { ...state, daily: { dueAt: nextAt, plannedBy } },
  ),
  EventsPassedOver: changeExisting((state, { upTo }) => ({
    ...state,
    cursor: upTo,
    retry: state.retry && state.retry.upTo > upTo ? state.retry : null,
  })),
};
