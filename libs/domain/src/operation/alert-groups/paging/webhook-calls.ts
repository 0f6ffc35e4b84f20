import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import { isInChat } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { PostRule } from '@tocsin/contracts/routing/routing.js';
import { isNear, laterOf } from '@tocsin/kernel/time.js';
import { retryAt } from '../bundles/rings-row.js';
import { isSuppressed } from '../aspects/mutes/mutes.js';
import { isDrill } from '../shared/open-drills.js';
import { isRehearsal } from '../shared/rehearsal.js';
import type { Draft } from '../draft.js';
import type { WebhookCall } from '../state.js';

/** The receiver’s response to a call. `retry`: a retry can help. `retryAfter`: the requested delay in milliseconds. */
export type WebhookCallOutcome =
  | { readonly ok: true; readonly providerId?: string }
  | {
      readonly ok: false;
      readonly reason: DeliveryReason;
      readonly detail: string;
      readonly retry: boolean;
      readonly retryAfter?: number;
    };

type CallReference = Pick<FactOf<'WebhookCallStarted'>, 'groupId' | 'callId' | 'subscriptionId' | 'route'>;

const callRefOf = ({ group: { groupId } }: Draft, { callId, subscriptionId, route }: WebhookCall): CallReference => ({
  groupId,
  callId,
  subscriptionId,
  ...(route ? { route } : {}),
});

const cancel = (draft: Draft, call: WebhookCall, reason: DeliveryReason): void =>
  draft.add({ type: 'WebhookCallCancelled', data: { ...callRefOf(draft, call), reason } });

/**
 * A step calls a webhook now. A waiting call of the same webhook is dropped, because it would report an older state.
 * Returns the id of the call.
 */
export const planCall = (draft: Draft, subscriptionId: string, by: Pick<WebhookCall, 'round' | 'step' | 'route'>): string => {
  const { groupId, number, calls } = draft.group;
  for (const before of calls)
    if (before.subscriptionId === subscriptionId && before.state === 'waiting') cancel(draft, before, 'delivery.superseded');
  const callId = draft.newId('call');
  draft.add({ type: 'WebhookCallPlanned', data: { groupId, number, callId, subscriptionId, ...by, dueAt: draft.context.now } });
  return callId;
};

/** What a rule of the routes posts. */
export interface RoutePost {
  readonly subscriptionId: string;
  readonly route: PostRule;
}

/** A group is shown once in a channel in each opening, whatever posts it. A sender’s test is posted nowhere. */
export const planPosts = (draft: Draft, routePosts: readonly RoutePost[] = []): void => {
  for (const { subscriptionId, route } of routePosts) {
    const { status, test, opening, calls, posts = [], routePosts: known = {} } = draft.group;
    const isThere = (one: { readonly subscriptionId: string; readonly opening: number }): boolean =>
      one.subscriptionId === subscriptionId && one.opening === opening;
    if (status === 'resolved' || test || known[subscriptionId] === opening || posts.some(isThere) || calls.some(isThere)) continue;
    planCall(draft, subscriptionId, { round: 0, step: 0, route });
  }
};

/** The group is no longer suppressed, or somebody has it: what was not posted is. */
export const planMutedPosts = (draft: Draft): void => {
  const { calls, opening } = draft.group;
  for (const { state, subscriptionId, route, opening: ofCall } of calls)
    if (state === 'muted' && ofCall === opening) planCall(draft, subscriptionId, { round: 0, step: 0, route });
};

/** The next group of the storm makes the calls that wait. What a route posts is about this group alone. */
export const leaveCalls = (draft: Draft): void => {
  const { status, calls } = draft.group;
  if (status === 'firing') for (const call of calls) if (call.state === 'waiting' && !call.route) cancel(draft, call, 'delivery.handed_on');
};

/** Whether the group before in the storm had it called when that group ended, and it was accepted. */
const wasDone = ({ context }: Draft, { unlessDone }: WebhookCall): boolean => {
  const calls = unlessDone ? (context.reads.groups.get(unlessDone.groupId)?.calls ?? []) : [];
  return calls.some(({ callId, state }) => callId === unlessDone!.callId && state === 'accepted');
};

const isPostInChat = ({ context: { reads } }: Draft, { subscriptionId, route }: WebhookCall): boolean =>
  route !== undefined && isInChat(reads.eventQueues.get(subscriptionId)?.state.receiver ?? 'webhook');

/** Whether a channel of a chat has as many messages of this minute as people read. A clock that was set back makes none new. */
const isCrowded = (draft: Draft, call: WebhookCall): boolean => {
  const { reads, now } = draft.context;
  const { called = [] } = reads.eventQueues.get(call.subscriptionId)!;
  const { most, within } = eventSubscriptionLimits.routePosts;
  return call.attempt === 0 && isPostInChat(draft, call) && called.filter((at) => isNear(at, now, within)).length >= most;
};

type NotCalled = (draft: Draft, call: WebhookCall) => DeliveryReason | null;

/** A route says what happens, whoever has the group. */
const ifTaken: NotCalled = ({ group }, { route }) => {
  if (route || group.status !== 'acknowledged') return null;
  return group.snooze ? 'delivery.cancelled_by_snooze' : 'delivery.cancelled_by_acknowledge';
};

const ifNoReceiver: NotCalled = (draft, call) => {
  const webhook = draft.context.reads.eventQueues.get(call.subscriptionId)?.state;
  if (!webhook) return 'delivery.webhook_removed';
  if (webhook.status === 'off') return 'delivery.webhook_switched_off';
  return isCrowded(draft, call) ? 'delivery.posted_together' : null;
};

/** Why a call is cancelled, in this order. */
const notCalled: readonly NotCalled[] = [
  ({ group }) => (group.status === 'resolved' ? 'delivery.cancelled_by_resolve' : null),
  ifTaken,
  ({ group, context }) => (isRehearsal(group, context.reads) ? 'delivery.rehearsing' : null),
  ({ group }) => (isDrill(group) ? 'delivery.drill_calls_nothing' : null),
  ({ group }) => (isSuppressed(group) ? 'delivery.suppressed_by_silence' : null),
  ({ group }, { route }) => (route || group.links.follows === null ? null : 'delivery.follows'),
  ({ group }, { opening }) => (group.opening === opening ? null : 'delivery.cancelled_by_resolve'),
  (draft, call) => (wasDone(draft, call) ? 'delivery.sent_earlier' : null),
  ifNoReceiver,
];

/** Null: it is not cancelled. */
const notCalledReasonOf: NotCalled = (draft, call) => {
  for (const reasonOf of notCalled) {
    const reason = reasonOf(draft, call);
    if (reason !== null) return reason;
  }
  return null;
};

/** Claims a due call, before the request is made. */
export const startCall = (draft: Draft, call: WebhookCall): void => {
  const reason = notCalledReasonOf(draft, call);
  if (reason !== null) return cancel(draft, call, reason);
  const { epoch } = draft.context;
  draft.add({ type: 'WebhookCallStarted', data: { ...callRefOf(draft, call), attempt: call.attempt + 1, epoch } });
};

/** No response came: calls again (duplicates are preferred to losses), a limited number of times. */
export const replaceCall = (draft: Draft, call: WebhookCall): void => {
  const { attempt, losses } = call;
  const { status } = draft.group;
  draft.add({
    type: 'WebhookCallWentStale',
    data: { ...callRefOf(draft, call), attempt, again: losses < alertGroupLimits.retries && status !== 'resolved' },
  });
};

const isStillWanted = ({ group }: Draft, { route }: WebhookCall): boolean =>
  (group.status === 'firing' || (group.status === 'acknowledged' && route !== undefined)) && !isSuppressed(group);

/** When it is due again it waits for the end of what mutes the group. */
const isMutedPost = ({ group }: Draft, { route }: WebhookCall): boolean => route !== undefined && isSuppressed(group);

/**
 * Records the receiver’s answer, and when it is called again. An answer to a call that has ended or was repeated is
 * dropped.
 */
export const recordCall = (draft: Draft, callId: string, attempt: number, outcome: WebhookCallOutcome): void => {
  const call = draft.group.calls.find((one) => one.callId === callId);
  if (call?.state !== 'calling' || call.attempt !== attempt) return;
  const data = { ...callRefOf(draft, call), attempt };
  if (outcome.ok) {
    const { providerId } = outcome;
    return draft.add({ type: 'WebhookCallSucceeded', data: { ...data, ...(providerId === undefined ? {} : { providerId }) } });
  }
  const { reason, detail, retry, retryAfter } = outcome;
  const { now } = draft.context;
  const isTried = call.failures >= alertGroupLimits.retries;
  const canRepeat = isStillWanted(draft, call);
  const isRepeated = retry && (isMutedPost(draft, call) || (!isTried && canRepeat));
  draft.add({
    type: 'WebhookCallFailed',
    data: {
      ...data,
      reason,
      detail: detail.slice(0, 500),
      retryAt: isRepeated ? laterOf(retryAt(now, retryAfter), now) : null,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  });
  // a chat that is away has it in one message with others when it is back
  if (isTried && canRepeat && isPostInChat(draft, call)) cancel(draft, call, 'delivery.posted_together');
};
