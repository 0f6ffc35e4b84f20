import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { Draft } from '../draft.js';
import { isRunning } from '../paging/attempts.js';
import { answerOwnPages, cancelPages } from '../paging/paging.js';
import { planMutedPosts } from '../paging/webhook-calls.js';
import { takeOver } from '../reassign.js';
import type { AcknowledgedGroup } from '../state.js';
import { holderOfActor, type GroupContext } from './act.js';
import { endReminders, planTimeout } from './timeout.js';

/**
 * A second person acknowledges an acknowledged group: recorded once for each person, and their own pages are answered.
 */
export const acknowledgeToo = (state: AcknowledgedGroup, context: GroupContext): Draft | Nothing => {
  const { groupId, holder, since } = state;
  const { id } = context.actor;
  const ownPage = state.pages.find((other) => other.personId === id && isRunning(other) && !other.quiet);
  if (!ownPage && state.also?.includes(id)) return new Nothing({ holder, since, mine: false });
  const draft = new Draft(state, context);
  draft.add({
    type: 'AlertGroupAcknowledgedToo',
    data: { groupId, by: holderOfActor(context), pageId: ownPage?.pageId ?? null, holder, since },
  });
  answerOwnPages(draft, id, 'acknowledged');
  return draft;
};

/** Renews the acknowledgement: the assignee, or another person for them, confirms that work continues. */
export const renewAcknowledgement = (state: AcknowledgedGroup, context: GroupContext): Draft => {
  const draft = new Draft(state, context);
  draft.add({ type: 'AcknowledgementRenewed', data: { groupId: state.groupId } });
  endReminders(draft);
  planTimeout(draft);
  return draft;
};

/**
 * The person who was asked to take over accepts: they become the holder, and the previous holder’s acknowledgement
 * ends.
 */
export const acceptReassignment = (state: AcknowledgedGroup, context: GroupContext): Draft => {
  const draft = new Draft(state, context);
  takeOver(draft, state.holder, holderOfActor(context));
  planTimeout(draft);
  return draft;
};

/** The group gets a holder: pages of the escalation are cancelled, and the climb stops. */
export const acknowledge = (draft: Draft, holder: Holder): void => {
  const { groupId, pages } = draft.group;
  const personId = holder.kind === 'person' ? holder.personId : null;
  const ownPage = pages.find((other) => other.personId === personId && other.state === 'running');
  draft.add({ type: 'AlertGroupAcknowledged', data: { groupId, holder, pageId: ownPage?.pageId ?? null } });
  cancelPages(draft, 'delivery.cancelled_by_acknowledge', (other) => other.cancelledByAcknowledge, {
    personId,
    because: 'acknowledged',
  });
  draft.add({ type: 'EscalationStopped', data: { groupId, because: 'acknowledged' } });
  planTimeout(draft);
  planMutedPosts(draft);
};
