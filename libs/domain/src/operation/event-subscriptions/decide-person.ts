import type { commands as eventSubscriptionCommands } from '@tocsin/contracts/event-subscriptions/noun.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import { fitsReceiver } from '@tocsin/contracts/event-subscriptions/receivers.js';
import { listPoliciesNaming } from '../../rules/policies-naming.js';
import { listRoutesNaming } from '../../rules/routes-naming.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refuseUnlessConfigurer, refuseOldVersion } from '../../rules/settings-checks.js';
import { refuse, refuseFor } from '../../rules/refuse.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import type { SubscriptionAnswer, DecisionFunction, ExistingDecisionFunction, EventContext } from './answer.js';
import { newestOrdinalOf } from './group-events.view.js';
import { isSendingNothing } from './shared/sending-since.js';
import { chooseOnCallPosts } from './on-call-posts.js';
import { isExisting, isTest } from './state.js';

type PersonCommand = keyof typeof eventSubscriptionCommands;
const permission = 'event_subscription.configure';

const refuseNotAllowed = (context: EventContext, teamId: string | null): SubscriptionAnswer | null =>
  refuseUnlessConfigurer(context, permission, teamId);

const refuseTooMany = ({ reads: { eventQueues } }: EventContext, teamId: string | null): SubscriptionAnswer | null => {
  const { perOwner, inAll } = eventSubscriptionLimits.eventSubscriptions;
  const ownCount = [...eventQueues.all()].filter(({ state }) => state.teamId === teamId).length;
  if (ownCount >= perOwner) return refuse('limit.event_subscriptions', { limit: perOwner });
  return eventQueues.size >= inAll ? refuse('limit.event_subscriptions', { limit: inAll }) : null;
};

const create: DecisionFunction<'CreateEventSubscription'> = ({ subscriptionId: requestedId, ...data }, state, context) => {
  const { teamId, name } = data;
  const team = teamId === null ? null : context.reads.teams.get(teamId);
  const refusal = refuseNotAllowed(context, teamId);
  if (refusal) return refusal;
  if (team === undefined || team?.removed) return refuse('team.not_found', {}, 'teamId');
  if (state.status !== 'none') return refuse('conflict.revision', { name });
  if (!fitsReceiver(data.receiver ?? 'webhook', data.host)) return refuse('event_subscription.address_wrong', {}, 'address');
  const subscriptionId = requestedId ?? context.newId('eventSubscription');
  const after = newestOrdinalOf(context.reads.groupEvents);
  return refuseTooMany(context, teamId) ?? [{ type: 'EventSubscriptionCreated', data: { subscriptionId, ...data, after } }];
};

/** Wraps decisions about an existing subscription, with the permission check. */
const decideExisting =
  <T extends PersonCommand>(decide: ExistingDecisionFunction<T>): DecisionFunction<T> =>
  (data, state, context) => {
    const refusal = state.status === 'none' ? null : refuseNotAllowed(context, state.teamId);
    return refusal ?? (isExisting(state) ? decide(data, state, context) : refuse('event_subscription.not_found'));
  };

const change: ExistingDecisionFunction<'ChangeEventSubscription'> = ({ subscriptionId, version, name, kinds, ...data }, state) => {
  const refusal = refuseOldVersion(version, state);
  if (refusal) return refusal;
  const { host = state.host, addressRef = state.addressRef } = data;
  if (!fitsReceiver(state.receiver ?? 'webhook', host)) return refuse('event_subscription.address_wrong', {}, 'address');
  if (hasSameSettings(state, { name, addressRef, kinds })) return new Nothing();
  return [{ type: 'EventSubscriptionChanged', data: { subscriptionId, version: version + 1, name, kinds, host, addressRef } }];
};

const rotate: ExistingDecisionFunction<'RotateEventSubscriptionSecret'> = (data) => [{ type: 'EventSubscriptionSecretRotated', data }];

const disable: ExistingDecisionFunction<'DisableEventSubscription'> = ({ subscriptionId }, { status }) =>
  status === 'off' ? new Nothing() : [{ type: 'EventSubscriptionDisabled', data: { subscriptionId, because: 'switched_off' } }];

const enable: ExistingDecisionFunction<'EnableEventSubscription'> = ({ subscriptionId }, { status }, { reads }) =>
  status === 'on'
    ? new Nothing()
    : [{ type: 'EventSubscriptionEnabled', data: { subscriptionId, after: newestOrdinalOf(reads.groupEvents) } }];

/** Open alert groups may still use older policy versions, or be posted by an older rule: a removed webhook in them is not called, and the log records why. */
const remove: ExistingDecisionFunction<'RemoveEventSubscription'> = ({ subscriptionId }, { name }, { reads }) => {
  const ofRoutes = listRoutesNaming(reads, ({ postTo }) => postTo === subscriptionId);
  const users = [...listPoliciesNaming(reads, 'webhook', subscriptionId), ...ofRoutes];
  if (users.length > 0) return refuseFor('event_subscription.in_use', users);
  return [{ type: 'EventSubscriptionRemoved', data: { subscriptionId, name } }];
};

/** A subscription that is off can be tested before it is switched on. */
const test: ExistingDecisionFunction<'TestEventSubscription'> = ({ subscriptionId }, state, context) => {
  if (isSendingNothing(context.reads.sendingSince)) return refuse('store.held');
  const currentCall = state.test ?? (state.call && isTest(state.call) ? state.call : null);
  if (currentCall) return new Nothing({ deliveryId: currentCall.deliveryId });
  return [{ type: 'TestEventRequested', data: { subscriptionId, deliveryId: context.newId('test') } }];
};

export const decidePerson: { readonly [T in PersonCommand]: DecisionFunction<T> } = {
  CreateEventSubscription: create,
  ChangeEventSubscription: decideExisting(change),
  RotateEventSubscriptionSecret: decideExisting(rotate),
  DisableEventSubscription: decideExisting(disable),
  EnableEventSubscription: decideExisting(enable),
  RemoveEventSubscription: decideExisting(remove),
  TestEventSubscription: decideExisting(test),
  ChooseOnCallPosts: decideExisting(chooseOnCallPosts),
};
