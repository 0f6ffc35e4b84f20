import { isUsable, type ContactMethod } from '@tocsin/contracts/contact-rows.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import type { Draft } from '../draft.js';
import { whyNotAskable } from '../reassign.js';
import { pageOf, type Page } from '../state.js';
import { isAboutToRing, planAttempt, whyNotPaged } from './paging.js';
import { contactsOf, whyNot } from './plan.js';

type ResendRequest = { readonly pageId: string; readonly messageId: string };

const refusedAs: Partial<Record<DeliveryReason, string>> = {
  'delivery.not_verified': 'contact_method.not_verified',
  'delivery.method_switched_off': 'contact_method.switched_off',
};
const notByMethod = (method: ContactMethod): Refused => new Refused(refusedAs[whyNot(method)] ?? 'contact_method.disabled');

/** Why its person may not be paged. A resend does not wait for the end of their rest. */
const notToPerson = (draft: Draft, { personId, quiet, urgency, cause }: Page): Refused | null => {
  const refused = whyNotAskable(draft.context.reads, personId, 'pageId');
  if (refused) return refused;
  const reason = quiet ? null : whyNotPaged(draft, personId, { urgency: cause.kind === 'reminder' ? 'high' : urgency, isNow: true });
  return reason === 'delivery.person_away' ? new Refused('person.not_reachable', { reason }, 'pageId') : null;
};

/** Whether it belongs to the current opening, and was not ended by an act: a failed page runs again. */
const isCurrent = ({ opening, state }: Page, now: number): boolean => opening === now && (state === 'running' || state === 'failed');

/** Sends a message of a page again, by the same contact method, at once. Does nothing while a message by it is being sent. */
export const resend = (draft: Draft, { pageId, messageId }: ResendRequest): Refused | Nothing | null => {
  const { group, context } = draft;
  const { groupId } = group;
  const page = pageOf(group, pageId);
  if (!page) return new Refused(pageId in group.pastPages ? 'page.ended' : 'page.not_found');
  const attempt = page.attempts[messageId];
  if (!attempt) return new Refused('page.not_found');
  if (!isCurrent(page, group.opening)) return new Refused('page.ended');
  const { personId } = page;
  const { contactMethodId } = attempt;
  const method = contactsOf(context.reads, personId).methods.find((one) => one.contactMethodId === contactMethodId);
  const refused =
    notToPerson(draft, page) ?? (!method ? new Refused('contact_method.not_found') : isUsable(method) ? null : notByMethod(method));
  if (refused || !method) return refused;
  if (isAboutToRing(page, contactMethodId, context.now)) return new Nothing({ outcome: 'continued' });
  draft.add({ type: 'MessageResent', data: { groupId, pageId, slot: messageId, personId, kind: method.kind, quiet: page.quiet } });
  planAttempt(draft, pageId, { method, dueAt: context.now, n: 1, because: 'resent' });
  return null;
};
