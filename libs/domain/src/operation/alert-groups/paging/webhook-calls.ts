import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { retryAt } from '../bundles/rings-row.js';
import { isSuppressed } from '../aspects/mutes/mutes.js';
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

type CallReference = Pick<FactOf<'WebhookCallStarted'>, 'groupId' | 'callId' | 'subscriptionId'>;

const callRefOf = ({ group: { groupId } }: Draft, { callId, subscriptionId }: WebhookCall): CallReference => ({
  groupId,
  callId,
  subscriptionId,
});

const cancel = (draft: Draft, call: WebhookCall, reason: DeliveryReason): void =>
  draft.add({ type: 'WebhookCallCancelled', data: { ...callRefOf(draft, call), reason } });

/**
 * A step calls a webhook now. A waiting call of the same webhook is dropped, because it would report an older state.
 * Returns the id of the call.
 */
export const planCall = (
  draft: Draft,
  subscriptionId: string,
  { round, step }: { readonly round: number; readonly step: number },
): string => {
  const { groupId, number, calls } = draft.group;
  for (const before of calls)
    if (before.subscriptionId === subscriptionId && before.state === 'waiting') cancel(draft, before, 'delivery.superseded');
  const callId = draft.newId('call');
  draft.add({ type: 'WebhookCallPlanned', data: { groupId, number, callId, subscriptionId, round, step, dueAt: draft.context.now } });
  return callId;
};

/** The next group of the storm makes the calls that wait. */
export const leaveCalls = (draft: Draft): void => {
  const { status, calls } = draft.group;
  if (status === 'firing') for (const call of calls) if (call.state === 'waiting') cancel(draft, call, 'delivery.handed_on');
};

/** Whether the group before in the storm had it called when that group ended, and it was accepted. */
const wasDone = ({ context }: Draft, { unlessDone }: WebhookCall): boolean => {
  const calls = unlessDone ? (context.reads.groups.get(unlessDone.groupId)?.calls ?? []) : [];
  return calls.some(({ callId, state }) => callId === unlessDone!.callId && state === 'accepted');
};

/** Why a call is cancelled; null: it is not. */
const notCalledReasonOf = (draft: Draft, call: WebhookCall): DeliveryReason | null => {
  const { group, context } = draft;
  const { subscriptionId, opening } = call;
  if (group.status === 'resolved') return 'delivery.cancelled_by_resolve';
  if (group.status === 'acknowledged') return group.snooze ? 'delivery.cancelled_by_snooze' : 'delivery.cancelled_by_acknowledge';
  if (isRehearsal(group, context.reads)) return 'delivery.rehearsing';
  if (isSuppressed(group)) return 'delivery.suppressed_by_silence';
  if (group.links.follows !== null) return 'delivery.follows';
  if (group.opening !== opening) return 'delivery.cancelled_by_resolve';
  if (wasDone(draft, call)) return 'delivery.sent_earlier';
  const webhook = context.reads.eventQueues.get(subscriptionId)?.state;
  if (!webhook) return 'delivery.webhook_removed';
  return webhook.status === 'off' ? 'delivery.webhook_switched_off' : null;
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
  const isRepeated = retry && call.failures < alertGroupLimits.retries && draft.group.status === 'firing' && !isSuppressed(draft.group);
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
};
