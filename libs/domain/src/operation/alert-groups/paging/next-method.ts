import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Draft } from '../draft.js';
import { pageOf, type Attempt, type Page } from '../state.js';
import { takeNextIfUnreached } from './escalation.js';
import { isPutOff, planAttempt, testedMethodOf, waitingSinceOf } from './paging.js';
import { contactsOf, usableMethodsOf } from './plan.js';

/**
 * Sends an attempt now that is planned for later or waits for others; a replacement of a message being sent, once that message’s outcome is known.
 */
const bringForward = (draft: Draft, pageId: string, attempt: Attempt): void => {
  const { now } = draft.context;
  const { slot, ruleId, waitsUntil, unlessSent } = attempt;
  if (unlessSent && attempt.dueAt > now) return;
  if (attempt.dueAt > now || waitsUntil !== undefined)
    planAttempt(draft, pageId, {
      method: attempt,
      dueAt: now,
      n: 1,
      because: 'next_method',
      slot,
      ruleId,
      unlessSent,
      waitsSince: waitingSinceOf(attempt),
    });
};

const byMethod = (draft: Draft, pageId: string, method: ContactMethod, unlessSent?: Attempt['unlessSent']): void =>
  planAttempt(draft, pageId, { method, dueAt: draft.context.now, n: 1, because: 'next_method', unlessSent });

/** The throttle of its method is full, or its number is in use: another method takes its place, at once. */
export const switchMethod = (
  draft: Draft,
  { page: { pageId, personId }, attempt: { slot, contactMethodId, unlessSent } }: { readonly page: Page; readonly attempt: Attempt },
  method: ContactMethod,
  reason: 'delivery.throttled' | 'delivery.number_in_use',
): void => {
  const { groupId } = draft.group;
  const to = { personId, contactMethodId };
  draft.add({ type: 'AttemptCancelled', data: { groupId, pageId, slot, reason, to } });
  const { attempts } = pageOf(draft.group, pageId)!;
  const waitingAttempt = Object.values(attempts)
    .filter((one) => one.contactMethodId === method.contactMethodId && one.state === 'queued')
    .toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1))[0];
  if (waitingAttempt) bringForward(draft, pageId, waitingAttempt);
  else byMethod(draft, pageId, method, unlessSent);
};

/**
 * Uses the person’s next other method at once, unless one particular method is being tested: one that a rule has for later,
 * else a usable one that was not tried. Later rules of the method that failed stay as they are.
 */
export const continueWithNextMethod = (draft: Draft, pageId: string, failedMethodId?: string): void => {
  if (testedMethodOf(draft.group)) return;
  const page = pageOf(draft.group, pageId)!;
  const { reads } = draft.context;
  const attempts = Object.values(page.attempts).filter(({ state }) => state !== 'dropped' && state !== 'throttled');
  const nextWaiting = attempts
    .filter((one) => one.state === 'queued' && one.n === 1 && one.unlessSent === undefined && one.contactMethodId !== failedMethodId)
    .toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1))[0];
  if (nextWaiting) return bringForward(draft, pageId, nextWaiting);
  const triedMethods = new Set([...attempts.map((one) => one.contactMethodId), failedMethodId]);
  const method = usableMethodsOf(contactsOf(reads, page.personId)).find((one) => !triedMethods.has(one.contactMethodId));
  if (method) byMethod(draft, pageId, method);
};

/** Being sent, or delivered. */
export const isAlive = ({ state }: Attempt): boolean =>
  state !== 'failed' && state !== 'stale' && state !== 'joined' && state !== 'dropped' && state !== 'throttled';

/** Fails a page without pending or successful attempts: the next step does not wait for it, nor for messages that a provider puts off. */
export const failIfNothingIsLeft = (draft: Draft, pageId: string, reason: DeliveryReason): void => {
  const page = pageOf(draft.group, pageId)!;
  const alive = Object.values(page.attempts).filter(isAlive);
  if (alive.some((attempt) => !isPutOff(attempt))) return;
  if (alive.length > 0) return takeNextIfUnreached(draft, page);
  draft.add({ type: 'PageFailed', data: { groupId: draft.group.groupId, pageId, personId: page.personId, reason } });
  takeNextIfUnreached(draft, page);
};
