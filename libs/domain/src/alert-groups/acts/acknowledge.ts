import type { Holder } from '@tocsin/contracts/holder.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { Draft } from '../draft.js';
import { running } from '../paging/attempts.js';
import { cancelPages } from '../paging/paging.js';
import { takeOver } from '../reassign.js';
import type { Acknowledged } from '../state.js';
import { me, type Ctx } from './act.js';
import { endReminders, planTimeout } from './timeout.js';

/**
 * A second person acknowledges an acknowledged group: recorded once for each person, and their own pages are answered.
 */
export const acknowledgeToo = (state: Acknowledged, context: Ctx): Draft | Nothing => {
  const { groupId, holder, since } = state;
  const { id } = context.actor;
  const own = state.pages.find((other) => other.personId === id && running(other) && !other.quiet);
  if (!own && state.also?.includes(id)) return new Nothing({ holder, since, mine: false });
  const draft = new Draft(state, context);
  draft.add({ type: 'AlertGroupAcknowledgedToo', data: { groupId, by: me(context), pageId: own?.pageId ?? null, holder, since } });
  cancelPages(draft, 'delivery.cancelled_by_answer', () => false, id);
  return draft;
};

/** Renews the acknowledgement: the assignee, or another person for them, confirms that work continues. */
export const stillOnIt = (state: Acknowledged, context: Ctx): Draft => {
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
export const accepted = (state: Acknowledged, context: Ctx): Draft => {
  const draft = new Draft(state, context);
  takeOver(draft, state.holder, me(context));
  planTimeout(draft);
  return draft;
};

/** The group gets a holder: pages of the escalation are cancelled, and the climb stops. */
export const acknowledge = (draft: Draft, holder: Holder): void => {
  const { groupId, pages } = draft.group;
  const personId = holder.kind === 'person' ? holder.personId : null;
  const own = pages.find((other) => other.personId === personId && other.state === 'running');
  draft.add({ type: 'AlertGroupAcknowledged', data: { groupId, holder, pageId: own?.pageId ?? null } });
  cancelPages(draft, 'delivery.cancelled_by_acknowledge', (other) => other.cancelledByAcknowledge, personId);
  draft.add({ type: 'EscalationStopped', data: { groupId, because: 'acknowledged' } });
  planTimeout(draft);
};
