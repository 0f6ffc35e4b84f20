import { isUsable, type ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { duration } from '@tocsin/contracts/duration.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { pageOf, type Attempt, type Page } from '../state.js';
import { failIfNothingIsLeft, isAlive, continueWithNextMethod } from './next-method.js';
import { planAll, planAttempt, restUntilOf, testedMethodOf, waitingSinceOf } from './paging.js';
import { contactsOf, usableRulesOf, withoutRules } from './plan.js';

/** Whether a page uses the person’s rules. */
const isByRules = ({ state, quiet, everyMethod }: Page): boolean => state === 'running' && !quiet && !everyMethod;

/**
 * Adapts a page to the current rules: attempts of a removed rule or method are dropped, a changed delay counts from the
 * page’s start, an added rule is planned. What has gone out already is not sent again.
 */
export const followRules = (draft: Draft, pageId: string): void => {
  const page = pageOf(draft.group, pageId);
  if (!page || testedMethodOf(draft.group) || !isByRules(page)) return;
  const contacts = contactsOf(draft.context.reads, page.personId);
  const droppedAttempts = dropObsolete(draft, page, contacts);
  planByRules(draft, pageId, contacts);
  if (droppedAttempts) goOnWithout(draft, pageId, contacts, droppedAttempts);
};

const obsoleteReasonOf = ({ ruleId, contactMethodId }: Attempt, { methods, rules }: ContactRow): DeliveryReason | null => {
  const method = methods.find((one) => one.contactMethodId === contactMethodId);
  if (!method) return 'delivery.method_removed';
  if (!isUsable(method)) return method.verified ? 'delivery.method_switched_off' : 'delivery.method_disabled';
  return ruleId === undefined || rules.some((rule) => rule.ruleId === ruleId) ? null : 'delivery.rule_removed';
};

/** Why the last dropped attempt was dropped; null when none was. */
const dropObsolete = (draft: Draft, { pageId, attempts }: Page, contacts: ContactRow): DeliveryReason | null => {
  const { groupId } = draft.group;
  let last: DeliveryReason | null = null;
  for (const attempt of Object.values(attempts)) {
    const reason = attempt.state === 'queued' ? obsoleteReasonOf(attempt, contacts) : null;
    if (!reason) continue;
    draft.add({ type: 'AttemptCancelled', data: { groupId, pageId, slot: attempt.slot, reason } });
    last = reason;
  }
  return last;
};

/** The attempt that only waits for its rule’s delay; undefined if the rule was used, or is new. */
const findWaiting = (ownAttempts: readonly Attempt[]): Attempt | undefined =>
  ownAttempts.length === 1 && ownAttempts[0]!.state === 'queued' && ownAttempts[0]!.because === 'rule' ? ownAttempts[0] : undefined;

/** Whether it is planned for another time, one of which is still to come. */
const isMoved = (plannedAttempt: Attempt | undefined, dueAt: string, now: string): boolean =>
  plannedAttempt !== undefined && plannedAttempt.dueAt !== dueAt && (plannedAttempt.dueAt > now || dueAt > now);

/**
 * Each rule is used once per page. An overdue one is due now, unless it is new and its method was already used in this page; during its person’s
 * rest, at the end of it: an attempt already postponed until then stays.
 */
const planByRules = (draft: Draft, pageId: string, contacts: ContactRow): void => {
  const { now } = draft.context;
  const page = pageOf(draft.group, pageId)!;
  const { urgency, startedAt, waitsUntil = startedAt, triedBefore, attempts } = page;
  const restUntil = restUntilOf(draft, page, { n: 1, because: 'rule' }) ?? now;
  const all = Object.values(attempts).filter(({ state }) => state !== 'dropped');
  for (const { rule, method } of usableRulesOf(contacts, urgency)) {
    const { ruleId, contactMethodId } = rule;
    if (triedBefore?.includes(ruleId)) continue;
    const due = addMillis(waitsUntil, rule.delayMinutes * duration.minute);
    const ownAttempts = all.filter((one) => one.ruleId === ruleId);
    const plannedAttempt = findWaiting(ownAttempts);
    const dueAt = due > now ? due : restUntil;
    const isNew = ownAttempts.length === 0 && (due >= now || !all.some((one) => one.contactMethodId === contactMethodId));
    if (isNew || isMoved(plannedAttempt, dueAt, now))
      planAttempt(draft, pageId, {
        method,
        dueAt,
        n: 1,
        because: 'rule',
        ruleId,
        ...(plannedAttempt
          ? { slot: plannedAttempt.slot, unlessSent: plannedAttempt.unlessSent, waitsSince: waitingSinceOf(plannedAttempt) }
          : {}),
      });
  }
};

/** Removing a rule or method must not leave a page without an attempt: plans other attempts if none is left. */
const goOnWithout = (draft: Draft, pageId: string, contacts: ContactRow, reason: DeliveryReason): void => {
  const { attempts, urgency } = pageOf(draft.group, pageId)!;
  const remainingAttempts = Object.values(attempts).filter(({ state }) => state !== 'dropped');
  if (remainingAttempts.length === 0) planAll(draft, pageId, withoutRules(contacts, urgency));
  else if (!remainingAttempts.some(isAlive)) continueWithNextMethod(draft, pageId);
  failIfNothingIsLeft(draft, pageId, reason);
};
