import { giveUp } from './acts/snooze.js';
import type { Draft } from './draft.js';
import { notifyQuietly } from './paging/paging.js';
import { withdrawRequest } from './reassign.js';

/** The request was not accepted in time: the group stays assigned, and the assignee is notified. A sender can’t work on it: it fires again. */
export const endReassignment = (draft: Draft): void => {
  const { group, late } = draft;
  if (group.status !== 'acknowledged' || !group.reassigning) return;
  const { groupId, holder } = group;
  const { personId } = group.reassigning;
  draft.add({ type: 'ReassignmentLapsed', data: { groupId, personId, holder, ...late } });
  withdrawRequest(draft, null);
  if (holder.kind === 'person') notifyQuietly(draft, holder.personId, { kind: 'not_accepted', personId });
  if (holder.kind === 'sender') giveUp(draft, group, 'unacknowledged');
};
