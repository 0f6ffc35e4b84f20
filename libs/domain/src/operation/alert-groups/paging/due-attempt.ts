import { isUsable, type ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { laterOf, millisBetween } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { pageOf, type Attempt, type Page } from '../state.js';
import { isRunning, passOver, replace } from './attempts.js';
import { takeNextIfUnreached } from './escalation.js';
import { followRules } from './follow-rules.js';
import { notPagedReasonOf, planAttempt, restUntilOf, waitingSinceOf } from './paging.js';
import { contactsOf } from './plan.js';

export interface DueAttempt {
  readonly page: Page;
  readonly attempt: Attempt;
}

/**
 * An attempt that may be claimed now. Undefined when the page has ended, or when its rule was removed or has another delay: rules are read when they
 * are due. `named`: a bundle lists it as due, regardless of this server’s clock.
 */
export const findDueAttempt = (draft: Draft, pageId: string, slot: string, { named = false } = {}): DueAttempt | undefined => {
  const page = pageOf(draft.group, pageId);
  const before = page?.attempts[slot];
  if (!isRunning(page) || before?.state !== 'queued') return undefined;
  if (cancelIfHeld(draft, page) || cancelIfLeft(draft, page)) return undefined;
  followRules(draft, pageId);
  const attempt = pageOf(draft.group, pageId)!.attempts[slot]!;
  const isDue = attempt.dueAt <= draft.context.now || (named && attempt.dueAt === before.dueAt);
  if (attempt.state !== 'queued' || !isDue) return undefined;
  return judgeDueAttempt(draft, { page, attempt });
};

/** The attempt, if nothing puts it off or takes its place; records what does. */
const judgeDueAttempt = (draft: Draft, due: DueAttempt): DueAttempt | undefined => {
  const { page, attempt } = due;
  const isEnded = cancelIfSent(draft, due) || !hasUsableMethod(draft, due) || isPutOff(draft, due);
  if (isEnded) return undefined;
  joinOthers(draft, page, attempt);
  return isInTime(draft, due) ? due : undefined;
};

/** Records that another attempt replaces it where it has become too late for it. */
const isInTime = (draft: Draft, { page, attempt }: DueAttempt): boolean => {
  const waitedUntil = laterOf(attempt.dueAt, attempt.waitsUntil ?? attempt.dueAt);
  if (millisBetween(waitedUntil, draft.context.now) <= alertGroupLimits.attemptStaleAfter) return true;
  replace(draft, page, attempt, 'delivery.too_late');
  return false;
};

export const methodOf = ({ context }: Draft, { page, attempt }: DueAttempt): ContactMethod | undefined =>
  contactsOf(context.reads, page.personId).methods.find((one) => one.contactMethodId === attempt.contactMethodId);

/** Records that the attempt is passed over where its contact method is gone, off or no longer verified. */
const hasUsableMethod = (draft: Draft, due: DueAttempt): boolean => {
  const method = methodOf(draft, due);
  if (method && isUsable(method)) return true;
  const isOff = method?.verified === true;
  passOver(draft, due.page, due.attempt, isOff ? 'delivery.method_switched_off' : 'delivery.method_disabled');
  return false;
};

/** Until when the provider of a quiet message wants to be left alone; a page is tried. */
const pauseOf = ({ context }: Draft, { page, attempt }: DueAttempt): string | undefined => {
  const until = page.quiet ? context.reads.rings.get(page.personId)?.pauses?.[attempt.contactMethodId] : undefined;
  return until !== undefined && until > context.now ? until : undefined;
};

/** Records that the attempt is planned again where its person still rests, or its provider asked for patience. */
const isPutOff = (draft: Draft, due: DueAttempt): boolean => {
  const { page, attempt } = due;
  const rest = restUntilOf(draft, page, attempt) ?? pauseOf(draft, due);
  if (rest === undefined) return false;
  const { slot, because, ruleId, n, unlessSent } = attempt;
  planAttempt(draft, page.pageId, {
    method: methodOf(draft, due)!,
    slot,
    dueAt: rest,
    n,
    because,
    ruleId,
    unlessSent,
    waitsSince: waitingSinceOf(attempt),
  });
  return true;
};

/**
 * Whether the storm’s previous leader was sending it when it ended, and it arrived. With an unknown outcome it is sent again: duplicates are
 * preferred to losses.
 */
const wasSent = ({ context }: Draft, { unlessSent }: Attempt): boolean => {
  const pages = unlessSent ? (context.reads.groups.get(unlessSent.groupId)?.pages ?? []) : [];
  return pages.some(({ attempts }) =>
    Object.values(attempts).some(
      ({ attemptId, state }) => attemptId === unlessSent!.attemptId && (state === 'sent' || state === 'delivered' || state === 'read'),
    ),
  );
};

/** Records that the attempt is cancelled where the one that it replaces was sent. */
const cancelIfSent = (draft: Draft, { page: { pageId }, attempt }: DueAttempt): boolean => {
  if (!wasSent(draft, attempt)) return false;
  const { groupId } = draft.group;
  draft.add({ type: 'AttemptCancelled', data: { groupId, pageId, slot: attempt.slot, reason: 'delivery.sent_earlier' } });
  return true;
};

/** Why the page is dropped: its person left or is away. */
const dropReasonOf = (draft: Draft, { personId, quiet, urgency, cause }: Page): DeliveryReason | null => {
  const reason = notPagedReasonOf(draft, personId, { urgency: cause.kind === 'reminder' ? 'high' : urgency, isNow: true });
  if (reason === 'delivery.person_disabled') return reason;
  return !quiet && (reason === 'delivery.person_observes' || reason === 'delivery.person_away') ? reason : null;
};

/** Records that the page is cancelled where somebody has the group that this one follows: it is about to be aligned with that. */
const cancelIfHeld = (draft: Draft, { pageId, personId, quiet }: Page): boolean => {
  const { groupId, links } = draft.group;
  const leader = links.follows ? draft.context.reads.groups.get(links.follows.leader.groupId) : undefined;
  if (quiet || leader?.status !== 'acknowledged') return false;
  draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId, reason: 'delivery.follows' } });
  return true;
};

/** Records that the page is cancelled where its person left or is away. */
const cancelIfLeft = (draft: Draft, page: Page): boolean => {
  const reason = dropReasonOf(draft, page);
  if (!reason) return false;
  const { pageId, personId } = page;
  draft.add({ type: 'PageCancelled', data: { groupId: draft.group.groupId, pageId, personId, reason } });
  takeNextIfUnreached(draft, page);
  return true;
};

/** After downtime, other attempts due by the same method are joined into one message. */
const joinOthers = (draft: Draft, { pageId, attempts }: Page, { slot, contactMethodId }: Attempt): void => {
  const { groupId } = draft.group;
  const isJoined = (other: Attempt): boolean =>
    other.slot !== slot && other.state === 'queued' && other.contactMethodId === contactMethodId && other.dueAt <= draft.context.now;
  for (const other of Object.values(attempts).filter(isJoined))
    draft.add({ type: 'AttemptCancelled', data: { groupId, pageId, slot: other.slot, reason: 'delivery.joined' } });
};
