import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { limits } from '@tocsin/contracts/limits.js';
import { between, plus } from '@tocsin/kernel/time.js';
import { hurry } from './climb.js';
import type { Draft } from '../draft.js';
import { contactsOf, planAttempt, tell, triedOut } from './paging.js';
import type { Attempt, Page } from '../state.js';

/** What the provider made of an attempt. */
export type AttemptOutcome =
  | { readonly ok: true; readonly state: 'sent' | 'delivered'; readonly providerId: string | null }
  | { readonly ok: false; readonly reason: DeliveryReason; readonly detail: string; readonly retry: boolean; readonly retryAfter?: number };

const pageOf = (draft: Draft, pageId: string): Page | undefined => draft.group.pages[pageId];
export const running = (page: Page | undefined): page is Page => page?.state === 'running';

/** Claims a due attempt, before the provider is called. Nothing to claim when the page has ended meanwhile. */
export const startAttempt = (draft: Draft, pageId: string, slot: string): void => {
  const page = pageOf(draft, pageId);
  const attempt = page?.attempts[slot];
  if (!running(page) || attempt?.state !== 'queued') return;
  const { groupId } = draft.group;
  const person = draft.context.reads.people.get(page.personId);
  if (person?.state === 'disabled' || person?.state === 'erased') {
    draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId: page.personId, reason: 'delivery.person_disabled' } });
    return hurry(draft, page);
  }
  const method = contactsOf(draft.context.reads, page.personId).methods.find((one) => one.contactMethodId === attempt.contactMethodId);
  if (!method?.verified) return passOver(draft, page, attempt, 'delivery.method_disabled');
  if (between(attempt.dueAt, draft.context.now) > limits.attemptStaleAfter) return replace(draft, page, attempt, 'delivery.too_late');
  const { epoch } = draft.context;
  const attemptId = draft.newId(`attempt:${slot}:${epoch}`);
  draft.add({ type: 'AttemptStarted', data: { groupId, pageId, slot, attemptId, epoch } });
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
  planAttempt(draft, page.pageId, attempt, draft.context.now, attempt.n, 'after_stale');
};

const find = (draft: Draft, attemptId: string): readonly [Page, Attempt] | undefined => {
  for (const page of Object.values(draft.group.pages)) {
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
  const isTold = Object.values(draft.group.pages).some(
    ({ cause }) => cause.kind === 'method_gone' && cause.contactMethodId === contactMethodId,
  );
  if (!isTold) tell(draft, personId, { kind: 'method_gone', contactMethodId }, contactMethodId);
};

/** What the device itself says. It may say so before the provider’s answer has been recorded. */
export const recordReceipt = (draft: Draft, pageId: string, attemptId: string, receipt: 'delivered' | 'read'): void => {
  const page = pageOf(draft, pageId);
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
  if (retry) planAttempt(draft, pageId, attempt, plus(draft.context.now, pause), attempt.n + 1, 'retry');
  if (attempt.n === 1) nextMethod(draft, pageId);
  const page = pageOf(draft, pageId)!;
  const alive = Object.values(page.attempts).some((one) => one.state !== 'failed' && one.state !== 'stale');
  if (alive) return;
  draft.add({ type: 'PageFailed', data: { groupId: draft.group.groupId, pageId, personId: page.personId, reason } });
  hurry(draft, page);
};

/** The person’s next method, at once, unless one is tried out: one that a rule has for later, else a verified one that was not tried. */
const nextMethod = (draft: Draft, pageId: string): void => {
  if (triedOut(draft.group)) return;
  const page = pageOf(draft, pageId)!;
  const { now, reads } = draft.context;
  const attempts = Object.values(page.attempts);
  const waiting = attempts.filter((one) => one.state === 'queued' && one.n === 1).toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1))[0];
  if (waiting) {
    if (waiting.dueAt > now) planAttempt(draft, pageId, waiting, now, 1, 'next_method', waiting.slot);
    return;
  }
  const tried = new Set(attempts.map((one) => one.contactMethodId));
  const method = contactsOf(reads, page.personId).methods.find((one) => one.verified && !tried.has(one.contactMethodId));
  if (method) planAttempt(draft, pageId, method, now, 1, 'next_method');
};
