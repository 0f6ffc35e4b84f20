import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { isUsable } from '@tocsin/contracts/contacts.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { limits } from '@tocsin/contracts/limits.js';
import { between, plus } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { pageOf, type Attempt, type Page } from '../state.js';
import { hurry } from './climb.js';
import { followRules } from './follow-rules.js';
import { failIfNothingIsLeft, nextMethod } from './next-method.js';
import { planAttempt, tell, whyNotPaged } from './paging.js';
import { contactsOf } from './plan.js';

/** What the provider made of an attempt. */
export type AttemptOutcome =
  | { readonly ok: true; readonly state: 'sent' | 'delivered'; readonly providerId: string | null }
  | { readonly ok: false; readonly reason: DeliveryReason; readonly detail: string; readonly retry: boolean; readonly retryAfter?: number };

export const running = (page: Page | undefined): page is Page => page?.state === 'running';

/**
 * Claims a due attempt, before the provider is called. Nothing to claim when the page has ended meanwhile, or when its rule has gone or has
 * another time: rules are read when they are due.
 */
export const startAttempt = (draft: Draft, pageId: string, slot: string): void => {
  const page = pageOf(draft.group, pageId);
  if (!running(page) || page.attempts[slot]?.state !== 'queued') return;
  const { groupId } = draft.group;
  const left = whyLeft(draft, page);
  if (left) {
    draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId: page.personId, reason: left } });
    return hurry(draft, page);
  }
  followRules(draft, pageId);
  const attempt = pageOf(draft.group, pageId)!.attempts[slot]!;
  if (attempt.state !== 'queued' || attempt.dueAt > draft.context.now) return;
  const method = contactsOf(draft.context.reads, page.personId).methods.find((one) => one.contactMethodId === attempt.contactMethodId);
  if (!method || !isUsable(method)) {
    const isOff = method?.verified === true;
    return passOver(draft, page, attempt, isOff ? 'delivery.method_switched_off' : 'delivery.method_disabled');
  }
  joinOthers(draft, page, attempt);
  if (between(attempt.dueAt, draft.context.now) > limits.attemptStaleAfter) return replace(draft, page, attempt, 'delivery.too_late');
  const { epoch } = draft.context;
  const attemptId = draft.newId(`attempt:${slot}:${epoch}`);
  draft.add({ type: 'AttemptStarted', data: { groupId, pageId, slot, attemptId, epoch } });
};

/** The person left meanwhile. */
const whyLeft = (draft: Draft, { personId, quiet }: Page): DeliveryReason | null => {
  const reason = whyNotPaged(draft, personId);
  return reason === 'delivery.person_disabled' || (reason === 'delivery.person_observes' && !quiet) ? reason : null;
};

/** What else is due by the same method, after nobody was there for a while: one message stands for all. */
const joinOthers = (draft: Draft, { pageId, attempts }: Page, { slot, contactMethodId }: Attempt): void => {
  const { groupId } = draft.group;
  const isJoined = (other: Attempt): boolean =>
    other.slot !== slot && other.state === 'queued' && other.contactMethodId === contactMethodId && other.dueAt <= draft.context.now;
  for (const other of Object.values(attempts).filter(isJoined))
    draft.add({ type: 'AttemptCancelled', data: { groupId, pageId, slot: other.slot, reason: 'delivery.joined' } });
};

const goStale = (draft: Draft, { pageId }: Page, { slot, attemptId }: Attempt, reason: DeliveryReason): void =>
  draft.add({ type: 'AttemptWentStale', data: { groupId: draft.group.groupId, pageId, slot, attemptId, reason } });

/** It can’t be handed over any more: the person’s next method follows. */
const passOver = (draft: Draft, page: Page, attempt: Attempt, reason: DeliveryReason): void => {
  goStale(draft, page, attempt, reason);
  afterFailure(draft, page.pageId, attempt, reason, false);
};

/**
 * Its outcome is not known, or it came too late: it is closed as stale and a new one follows at once. Rather twice than never;
 * but a method of which nothing is ever heard gives way to the next.
 */
export const replace = (draft: Draft, page: Page, attempt: Attempt, reason: DeliveryReason): void => {
  if (!running(page)) return goStale(draft, page, attempt, reason);
  const { contactMethodId } = attempt;
  const lost = Object.values(page.attempts).filter((one) => one.state === 'stale' && one.contactMethodId === contactMethodId);
  if (lost.length >= limits.retries) return passOver(draft, page, { ...attempt, n: 1 }, reason);
  goStale(draft, page, attempt, reason);
  const { n, ruleId } = attempt;
  planAttempt(draft, page.pageId, { method: attempt, dueAt: draft.context.now, n, because: 'after_stale', ruleId });
};

const find = (draft: Draft, attemptId: string): readonly [Page, Attempt] | undefined => {
  for (const page of draft.group.pages) {
    const attempt = Object.values(page.attempts).find((one) => one.attemptId === attemptId);
    if (attempt) return [page, attempt];
  }
  return undefined;
};

const receiver = ({ personId }: Page, { contactMethodId }: Attempt) => ({ personId, contactMethodId });

/** Records a provider’s answer, and plans what follows from a failure. An answer for an attempt that ended already is dropped. */
export const recordAttempt = (draft: Draft, attemptId: string, outcome: AttemptOutcome): void => {
  const found = find(draft, attemptId);
  if (!found || found[1].state !== 'sending') return;
  const [page, attempt] = found;
  const data = { groupId: draft.group.groupId, pageId: page.pageId, attemptId, to: receiver(page, attempt) };
  if (outcome.ok) {
    draft.add({ type: 'AttemptSent', data: { ...data, providerId: outcome.providerId } });
    if (outcome.state === 'delivered') draft.add({ type: 'AttemptDelivered', data });
    return;
  }
  const retry = outcome.retry && attempt.n <= limits.retries;
  const failed: FactOf<'AttemptFailed'> = {
    ...data,
    reason: outcome.reason,
    detail: outcome.detail.slice(0, 500),
    retry,
    ...(outcome.retryAfter === undefined ? {} : { retryAfter: outcome.retryAfter }),
    ...(outcome.reason === 'delivery.subscription_gone' ? { gone: data.to } : {}),
  };
  draft.add({ type: 'AttemptFailed', data: failed });
  if (running(page)) afterFailure(draft, page.pageId, attempt, outcome.reason, retry, outcome.retryAfter);
  if (failed.gone) tellOfLoss(draft, failed.gone);
};

/** Somebody whose device can’t be rung any more hears of it by another way, once. */
const tellOfLoss = (draft: Draft, { personId, contactMethodId }: NonNullable<FactOf<'AttemptFailed'>['gone']>): void => {
  const isTold = draft.group.pages.some(({ cause }) => cause.kind === 'method_gone' && cause.contactMethodId === contactMethodId);
  if (!isTold) tell(draft, personId, { kind: 'method_gone', contactMethodId }, contactMethodId);
};

/** What the device itself says. It may say so before the provider’s answer has been recorded. */
export const recordReceipt = (draft: Draft, pageId: string, attemptId: string, receipt: 'delivered' | 'read'): void => {
  const page = pageOf(draft.group, pageId);
  const attempt = Object.values(page?.attempts ?? {}).find((one) => one.attemptId === attemptId);
  if (!page || !attempt || (attempt.state !== 'sending' && attempt.state !== 'sent' && attempt.state !== 'delivered')) return;
  const data = { groupId: draft.group.groupId, pageId, attemptId, to: receiver(page, attempt) };
  if (receipt === 'read') draft.add({ type: 'AttemptRead', data });
  else if (attempt.state !== 'delivered') draft.add({ type: 'AttemptDelivered', data });
};

/** `retryAfter`: milliseconds that the provider asks for; what would come too late for the page is not waited for. */
const afterFailure = (
  draft: Draft,
  pageId: string,
  attempt: Attempt,
  reason: DeliveryReason,
  retry: boolean,
  retryAfter: number = limits.retryEvery,
): void => {
  const pause = Math.min(Math.max(retryAfter, limits.retryEvery), limits.attemptStaleAfter);
  const { n, ruleId } = attempt;
  if (retry) planAttempt(draft, pageId, { method: attempt, dueAt: plus(draft.context.now, pause), n: n + 1, because: 'retry', ruleId });
  if (n === 1) nextMethod(draft, pageId);
  failIfNothingIsLeft(draft, pageId, reason);
};
