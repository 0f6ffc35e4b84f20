import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationReads } from '../../reads.js';
import { whyNotAskable } from '../../setup/people/shared/askable.js';
import { Draft } from './draft.js';
import { cancelPages, page, notPagedReasonOf, type OwnAnswer } from './paging/paging.js';
import type { AcknowledgedGroup, Page } from './state.js';

/** Why a person may not be asked to take the group. Null: they may. */
export const refuseUnaskable = (reads: Pick<ConfigurationReads, 'people'>, personId: string, field = 'personId'): Refusal | null => {
  const reason = whyNotAskable(reads, personId);
  return reason ? new Refusal(reason, {}, field) : null;
};

/** A page that asks a person to take the group over. */
const isRequestPage = ({ cause }: Page): boolean => cause.kind === 'person' && cause.reassigns === true;

/** Withdraws the question. The acting person’s own page counts as answered. */
export const withdrawRequest = (draft: Draft, answer: OwnAnswer | null): void =>
  cancelPages(draft, 'delivery.reassignment_ended', isRequestPage, answer);

/** Why a person can’t be asked to take the group now. Null: they can. */
export const refuseRequest = (draft: Draft, personId: string): Refusal | null => {
  const refusal = refuseUnaskable(draft.context.reads, personId);
  if (refusal) return refusal;
  const reason = notPagedReasonOf(draft, personId, { urgency: 'high' });
  return reason ? new Refusal('person.not_reachable', { reason }, 'personId') : null;
};

/** Asks a person to take over the group. It stays assigned until they accept. */
export const reassign = (draft: Draft, personId: string): Refusal | Nothing | null => {
  const { group, context } = draft;
  if (group.status !== 'acknowledged') return new Refusal('alert_group.not_acknowledged');
  if (group.reassigning?.personId === personId) return new Nothing({ until: group.reassigning.dueAt });
  if (group.holder.kind === 'person' && group.holder.personId === personId) return new Nothing({ holder: group.holder });
  const refusal = refuseRequest(draft, personId);
  if (refusal) return refusal;
  const { groupId, holder: from } = group;
  const dueAt = addMillis(context.now, alertGroupLimits.reassignmentEnds);
  draft.add({ type: 'ReassignmentRequested', data: { groupId, personId, from, dueAt } });
  cancelPages(draft, 'delivery.reassignment_ended', (other) => isRequestPage(other) && other.personId !== personId, null);
  page(draft, personId, { cause: { kind: 'person', by: context.actor.id, reassigns: true }, urgency: 'high', pageAgain: true });
  return null;
};

/** Whether an act of this person accepts the reassignment. */
export const isRequestedOf = ({ reassigning }: AcknowledgedGroup, personId: string): boolean => reassigning?.personId === personId;

/** Changes the holder. A pending request to anyone else is withdrawn. */
export const takeOver = (draft: Draft, from: Holder, holder: Holder): void => {
  const { group, context } = draft;
  const isAccepted = group.status === 'acknowledged' && isRequestedOf(group, context.actor.id);
  const fact: AlertGroupFact = {
    type: 'AlertGroupTakenOver',
    data: { groupId: group.groupId, from, holder, ...(isAccepted ? { accepted: true } : {}) },
  };
  draft.add(fact);
  withdrawRequest(draft, { personId: context.actor.id, because: 'taken_over' });
};
