import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { cancelPages } from '../paging/paging.js';
import { isMine } from './act.js';

/** By the urgency that it has now: a group that was opened low and became high has the timeout of the high. */
const timeoutMinutes = ({ group, context }: Draft): number => {
  const service = group.serviceId ? context.reads.services.get(group.serviceId) : undefined;
  return service?.ackTimeoutMinutes ?? limits.ackTimeoutMinutes[group.urgency];
};

/** High urgency: when the holder is asked, and when it fires again without them. 0 minutes is off. */
export const planTimeout = (draft: Draft): void => {
  const { groupId } = draft.group;
  const minutes = timeoutMinutes(draft);
  // a silent sender: nothing pages by timer alone
  if (minutes === 0 || draft.group.test || draft.group.stale) return;
  const whole = minutes * duration.minute;
  const { now } = draft.context;
  draft.add({ type: 'AckTimeoutPlanned', data: { groupId, remindAt: plus(now, whole * limits.reminderShare), dueAt: plus(now, whole) } });
};

export const endReminders = (draft: Draft): void =>
  cancelPages(draft, 'delivery.cancelled_by_answer', (other) => other.cause.kind === 'reminder', draft.context.actor.id);

/** Any act of the holder on the group says that they are still on it. */
export const renew = (draft: Draft): void => {
  const { group, context } = draft;
  if (group.status !== 'acknowledged' || !group.timeout || !isMine(group, context)) return;
  endReminders(draft);
  planTimeout(draft);
};
