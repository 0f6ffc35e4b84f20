import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Charge } from '@tocsin/contracts/contacts/charges.js';
import { doesPutOff } from '@tocsin/contracts/contacts/kinds.js';
import { goneReasons, type DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { retryAt } from '../bundles/rings-row.js';
import type { Draft } from '../draft.js';
import { pageOf, type Attempt, type Page } from '../state.js';
import { failIfNothingIsLeft, continueWithNextMethod } from './next-method.js';
import { planAttempt, notifyQuietly } from './paging.js';

/** The provider’s answer to an attempt. */
export type AttemptOutcome =
  | {
      readonly ok: true;
      readonly state: 'sent' | 'delivered';
      readonly providerId: string | null;
      /** It was to go out with others, and all of them left. */
      readonly alone?: true | undefined;
      readonly charge?: Charge | undefined;
    }
  | {
      readonly ok: false;
      readonly reason: DeliveryReason;
      readonly detail: string;
      readonly retry: boolean;
      readonly retryAfter?: number;
      /** For a message of several pages: the instant from which their common retry is counted. */
      readonly answeredAt?: string;
    };

export const isRunning = (page: Page | undefined): page is Page => page?.state === 'running';

const receiverOf = ({ personId }: Page, { contactMethodId }: Attempt) => ({ personId, contactMethodId });

const goStale = (draft: Draft, page: Page, attempt: Attempt, reason: DeliveryReason): void => {
  const { pageId } = page;
  const { slot, attemptId } = attempt;
  draft.add({
    type: 'AttemptWentStale',
    data: { groupId: draft.group.groupId, pageId, slot, attemptId, reason, to: receiverOf(page, attempt) },
  });
};

/** It can’t be delivered any more: the person’s next method is used. */
export const passOver = (draft: Draft, page: Page, attempt: Attempt, reason: DeliveryReason): void => {
  goStale(draft, page, attempt, reason);
  planAfterFailure(draft, page.pageId, attempt, reason, null);
};

/**
 * The outcome is unknown or came too late: the attempt is closed as stale and a new one follows at once. Rather twice
 * than never; but a method that never gets an answer gives way to the next one.
 */
export const replace = (draft: Draft, page: Page, attempt: Attempt, reason: DeliveryReason): void => {
  if (!isRunning(page)) return goStale(draft, page, attempt, reason);
  const { contactMethodId } = attempt;
  const lostAttempts = Object.values(page.attempts).filter((one) => one.state === 'stale' && one.contactMethodId === contactMethodId);
  if (lostAttempts.length >= alertGroupLimits.retries) return passOver(draft, page, { ...attempt, n: 1 }, reason);
  goStale(draft, page, attempt, reason);
  const { n, ruleId } = attempt;
  planAttempt(draft, page.pageId, { method: attempt, dueAt: draft.context.now, n, because: 'after_stale', ruleId });
};

/** How often an attempt is retried. A page that a provider puts off is tried for longer: it may take it later. */
const triesOf = ({ quiet }: Page, { kind }: Attempt, reason: DeliveryReason): number => {
  return doesPutOff(kind) && reason === 'delivery.provider_rejected' && !quiet ? alertGroupLimits.putOff.most : alertGroupLimits.retries;
};

/** Milliseconds until the next retry, where the provider asks for none. */
const pauseAfter = ({ n }: Attempt): number => {
  if (n <= alertGroupLimits.retries) return alertGroupLimits.retryEvery;
  return n < alertGroupLimits.putOff.everyMinute ? duration.minute : alertGroupLimits.putOff.pause;
};

type AttemptFailure = Extract<AttemptOutcome, { readonly ok: false }>;

const retryTimeOf = ({ context }: Draft, attempt: Attempt, { answeredAt, retryAfter }: AttemptFailure): string =>
  retryAt(answeredAt ?? context.now, retryAfter ?? pauseAfter(attempt));

const find = (draft: Draft, attemptId: string): readonly [Page, Attempt] | undefined => {
  for (const page of draft.group.pages) {
    const attempt = Object.values(page.attempts).find((one) => one.attemptId === attemptId);
    if (attempt) return [page, attempt];
  }
  return undefined;
};

const chargeOf = ({ charge }: Extract<AttemptOutcome, { readonly ok: true }>) => (charge ? { charge } : {});

/**
 * Records a provider’s answer, and plans what follows from a failure. An answer for an attempt that has ended already
 * is dropped.
 */
export const recordAttempt = (draft: Draft, attemptId: string, outcome: AttemptOutcome): void => {
  const match = find(draft, attemptId);
  if (!match || match[1].state !== 'sending') return;
  const [page, attempt] = match;
  const data = { groupId: draft.group.groupId, pageId: page.pageId, attemptId, to: receiverOf(page, attempt) };
  const ring = attempt.ring === undefined ? {} : { ring: attempt.ring };
  if (outcome.ok) {
    const { providerId, alone } = outcome;
    draft.add({ type: 'AttemptSent', data: { ...data, ...ring, providerId, ...(alone ? { alone } : {}), ...chargeOf(outcome) } });
    if (outcome.state === 'delivered') draft.add({ type: 'AttemptDelivered', data });
    return;
  }
  const retry = outcome.retry && attempt.n <= triesOf(page, attempt, outcome.reason);
  const failedFact: FactOf<'AttemptFailed'> = {
    ...data,
    ...ring,
    reason: outcome.reason,
    detail: outcome.detail.slice(0, 500),
    retry,
    ...(outcome.retryAfter === undefined ? {} : { retryAfter: outcome.retryAfter }),
    ...(outcome.answeredAt === undefined ? {} : { answeredAt: outcome.answeredAt }),
    ...(goneReasons.has(outcome.reason) ? { gone: data.to } : {}),
  };
  draft.add({ type: 'AttemptFailed', data: failedFact });
  if (isRunning(page)) planAfterFailure(draft, page.pageId, attempt, outcome.reason, retry ? retryTimeOf(draft, attempt, outcome) : null);
  if (failedFact.gone) notifyOfLostMethod(draft, failedFact.gone);
};

/** Notifies the person, once and by another method, that this device can’t be reached any more. */
export const notifyOfLostMethod = (draft: Draft, { personId, contactMethodId }: NonNullable<FactOf<'AttemptFailed'>['gone']>): void => {
  const isNotified = draft.group.pages.some(({ cause }) => cause.kind === 'method_gone' && cause.contactMethodId === contactMethodId);
  if (!isNotified) notifyQuietly(draft, personId, { kind: 'method_gone', contactMethodId }, contactMethodId);
};

/** Records a receipt of the device itself. It may come before the provider’s answer is recorded. */
export const recordReceipt = (draft: Draft, pageId: string, attemptId: string, receipt: 'delivered' | 'read'): void => {
  const page = pageOf(draft.group, pageId);
  const attempt = Object.values(page?.attempts ?? {}).find((one) => one.attemptId === attemptId);
  if (!page || !attempt || (attempt.state !== 'sending' && attempt.state !== 'sent' && attempt.state !== 'delivered')) return;
  const data = { groupId: draft.group.groupId, pageId, attemptId, to: receiverOf(page, attempt) };
  if (receipt === 'read') draft.add({ type: 'AttemptRead', data });
  else if (attempt.state !== 'delivered') draft.add({ type: 'AttemptDelivered', data });
};

/** `again`: when it is retried; null: it is not. */
export const planAfterFailure = (
  draft: Draft,
  pageId: string,
  attempt: Attempt,
  reason: DeliveryReason,
  retryTime: string | null,
): void => {
  const { n, ruleId } = attempt;
  if (retryTime !== null)
    planAttempt(draft, pageId, { method: attempt, dueAt: laterOf(retryTime, draft.context.now), n: n + 1, because: 'retry', ruleId });
  if (n === 1) continueWithNextMethod(draft, pageId, attempt.contactMethodId);
  if (n <= alertGroupLimits.retries + 1 || retryTime === null) failIfNothingIsLeft(draft, pageId, reason);
};

/** The message before this attempt failed: its page moves to the next method, and the attempt is retried together with that message. */
export const passAttemptOn = (
  draft: Draft,
  { pageId, slot, reason, retryAt: retryTime }: { pageId: string; slot: string; reason: DeliveryReason; retryAt: string | null },
): void => {
  const page = pageOf(draft.group, pageId);
  const attempt = page?.attempts[slot];
  if (!isRunning(page) || attempt?.state !== 'queued' || attempt.n !== 1 || attempt.waitsUntil === undefined) return;
  if (retryTime === null) return passOver(draft, page, attempt, reason);
  const dueAt = laterOf(retryTime, draft.context.now);
  const { ruleId, unlessSent } = attempt;
  planAttempt(draft, pageId, { method: attempt, dueAt, n: 2, because: 'retry', ruleId, slot, unlessSent });
  continueWithNextMethod(draft, pageId, attempt.contactMethodId);
};
