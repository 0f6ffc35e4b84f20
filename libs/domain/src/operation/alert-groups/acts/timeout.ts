import { toolPlanOf } from '@tocsin/contracts/envelope.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as serviceLimits from '@tocsin/contracts/services/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { cancelPages } from '../paging/paging.js';
import { isMine } from './act.js';

/** By the current urgency: a group that opened low and was raised has the timeout of high urgency. */
const timeoutMinutesOf = ({ group, context }: Draft): number => {
  const service = group.serviceId ? context.reads.services.get(group.serviceId) : undefined;
  return service?.ackTimeoutMinutes ?? serviceLimits.ackTimeoutMinutes[group.urgency];
};

/** Plans when the holder is reminded, and when the group fires again without an answer. 0 minutes means off. */
export const planTimeout = (draft: Draft): void => {
  const { groupId } = draft.group;
  const minutes = timeoutMinutesOf(draft);
  // a silent sender: nothing pages by timer alone
  if (minutes === 0 || draft.group.test || draft.group.stale) return;
  const totalMs = minutes * duration.minute;
  const { now } = draft.context;
  draft.add({
    type: 'AckTimeoutPlanned',
    data: { groupId, remindAt: addMillis(now, totalMs * alertGroupLimits.reminderShare), dueAt: addMillis(now, totalMs) },
  });
};

export const endReminders = (draft: Draft): void =>
  cancelPages(draft, 'delivery.cancelled_by_answer', (other) => other.cause.kind === 'reminder', {
    personId: draft.context.actor.id,
    because: 'renewed',
  });

/** Any act of the holder on the group renews the acknowledgement. What a program does in their name does not say that they work on it. */
export const renew = (draft: Draft): void => {
  const { group, context } = draft;
  if (toolPlanOf(context.actor) !== undefined) return;
  if (group.status !== 'acknowledged' || !group.timeout || !isMine(group, context)) return;
  endReminders(draft);
  planTimeout(draft);
};
