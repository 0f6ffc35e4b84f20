import { isUsable, type ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Draft } from '../draft.js';
import { refuseUnaskable } from '../reassign.js';
import { pageOf, type Page } from '../state.js';
import { isAboutToRing, planAttempt, notPagedReasonOf } from './paging.js';
import { contactsOf, unusableReasonOf } from './plan.js';

type ResendRequest = { readonly pageId: string; readonly messageId: string };

const refusedAs: Partial<Record<DeliveryReason, string>> = {
  'delivery.not_verified': 'contact_method.not_verified',
  'delivery.method_switched_off': 'contact_method.switched_off',
};
const refuseMethod = (method: ContactMethod): Refusal => new Refusal(refusedAs[unusableReasonOf(method)] ?? 'contact_method.disabled');

/** Why its person may not be paged. A resend does not wait for the end of their rest. */
const refusePerson = (draft: Draft, { personId, quiet, urgency, cause }: Page): Refusal | null => {
  const refusal = refuseUnaskable(draft.context.reads, personId, 'pageId');
  if (refusal) return refusal;
  const reason = quiet ? null : notPagedReasonOf(draft, personId, { urgency: cause.kind === 'reminder' ? 'high' : urgency, isNow: true });
  return reason === 'delivery.person_away' ? new Refusal('person.not_reachable', { reason }, 'pageId') : null;
};

/** Whether it belongs to the current opening, and was not ended by an act: a failed page runs again. */
const isCurrent = ({ opening, state }: Page, now: number): boolean => opening === now && (state === 'running' || state === 'failed');

/** Sends a message of a page again, by the same contact method, at once. Does nothing while a message by it is being sent. */
export const resendMessage = (draft: Draft, { pageId, messageId }: ResendRequest): Refusal | Nothing | null => {
  const { group, context } = draft;
  const { groupId } = group;
  const page = pageOf(group, pageId);
  if (!page) return new Refusal(pageId in group.pastPages ? 'page.ended' : 'page.not_found');
  const attempt = page.attempts[messageId];
  if (!attempt) return new Refusal('page.not_found');
  if (!isCurrent(page, group.opening)) return new Refusal('page.ended');
  const { personId } = page;
  const { contactMethodId } = attempt;
  const method = contactsOf(context.reads, personId).methods.find((one) => one.contactMethodId === contactMethodId);
  const refusal =
    refusePerson(draft, page) ?? (!method ? new Refusal('contact_method.not_found') : isUsable(method) ? null : refuseMethod(method));
  if (refusal || !method) return refusal;
  if (isAboutToRing(page, contactMethodId, context.now)) return new Nothing({ outcome: 'continued' });
  draft.add({ type: 'MessageResent', data: { groupId, pageId, slot: messageId, personId, kind: method.kind, quiet: page.quiet } });
  planAttempt(draft, pageId, { method, dueAt: context.now, n: 1, because: 'resent' });
  return null;
};
