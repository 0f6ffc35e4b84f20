import type { Ring } from '@tocsin/contracts/bundles.js';
import { throttleOf } from '@tocsin/contracts/contact-kinds.js';
import { isUsable, type ContactMethod } from '@tocsin/contracts/contact-rows.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { bundleLimits, limits } from '@tocsin/contracts/limits.js';
import { between, later, plus } from '@tocsin/kernel/time.js';
import { hasCompany, hasCompanyByHand, isComing, type Way } from '../bundles/due-pages.js';
import { isForming, keyOf, lineOf } from '../bundles/rings-row.js';
import { counts } from '../bundles/throttled.js';
import { isCounted } from '../bundles/throttles.js';
import { isByHand, verdictOn, type SendVerdict, type WaitVerdict } from '../bundles/verdict.js';
import type { Draft } from '../draft.js';
import { pageOf, type Attempt, type Page } from '../state.js';
import { passOver, replace, running } from './attempts.js';
import { takeNextIfUnreached } from './climb.js';
import { goByAnother } from './next-method.js';
import { followRules } from './follow-rules.js';
import { planAttempt, restBefore, waitingSince, whyNotPaged } from './paging.js';
import { contactsOf } from './plan.js';
import { countFromFirstRing, countFromEndOfWait } from './step-delay.js';

interface Claimable {
  readonly page: Page;
  readonly attempt: Attempt;
}

/**
 * An attempt that may be claimed now. Undefined when the page has ended, or when its rule was removed or has another delay: rules are read when they
 * are due. `named`: a bundle lists it as due, regardless of this server’s clock.
 */
const claimable = (draft: Draft, pageId: string, slot: string, { named = false } = {}): Claimable | undefined => {
  const page = pageOf(draft.group, pageId);
  const before = page?.attempts[slot];
  if (!running(page) || before?.state !== 'queued') return undefined;
  if (cancelIfLeft(draft, page)) return undefined;
  followRules(draft, pageId);
  const attempt = pageOf(draft.group, pageId)!.attempts[slot]!;
  const isDue = attempt.dueAt <= draft.context.now || (named && attempt.dueAt === before.dueAt);
  if (attempt.state !== 'queued' || !isDue) return undefined;
  return claimableNow(draft, { page, attempt });
};

/** The attempt, if nothing puts it off or takes its place; records what does. */
const claimableNow = (draft: Draft, due: Claimable): Claimable | undefined => {
  const { page, attempt } = due;
  const isEnded = cancelIfSent(draft, due) || !hasUsableMethod(draft, due) || isPutOff(draft, due);
  if (isEnded) return undefined;
  joinOthers(draft, page, attempt);
  return isInTime(draft, due) ? due : undefined;
};

/** Records that another attempt replaces it where it has become too late for it. */
const isInTime = (draft: Draft, { page, attempt }: Claimable): boolean => {
  const waited = later(attempt.dueAt, attempt.waitsUntil ?? attempt.dueAt);
  if (between(waited, draft.context.now) <= limits.attemptStaleAfter) return true;
  replace(draft, page, attempt, 'delivery.too_late');
  return false;
};

const methodOf = ({ context }: Draft, { page, attempt }: Claimable): ContactMethod | undefined =>
  contactsOf(context.reads, page.personId).methods.find((one) => one.contactMethodId === attempt.contactMethodId);

/** Records that the attempt is passed over where its contact method is gone, off or no longer verified. */
const hasUsableMethod = (draft: Draft, due: Claimable): boolean => {
  const method = methodOf(draft, due);
  if (method && isUsable(method)) return true;
  const isOff = method?.verified === true;
  passOver(draft, due.page, due.attempt, isOff ? 'delivery.method_switched_off' : 'delivery.method_disabled');
  return false;
};

/** Records that the attempt is planned again where its person still rests. */
const isPutOff = (draft: Draft, due: Claimable): boolean => {
  const { page, attempt } = due;
  const rest = restBefore(draft, page, attempt);
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
    waitsSince: waitingSince(attempt),
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
const cancelIfSent = (draft: Draft, { page: { pageId }, attempt }: Claimable): boolean => {
  if (!wasSent(draft, attempt)) return false;
  const { groupId } = draft.group;
  draft.add({ type: 'AttemptCancelled', data: { groupId, pageId, slot: attempt.slot, reason: 'delivery.sent_earlier' } });
  return true;
};

/** Why the page is dropped: its person left or is away. */
const whyLeft = (draft: Draft, { personId, quiet, urgency, cause }: Page): DeliveryReason | null => {
  const reason = whyNotPaged(draft, personId, { urgency: cause.kind === 'reminder' ? 'high' : urgency, isNow: true });
  if (reason === 'delivery.person_disabled') return reason;
  return !quiet && (reason === 'delivery.person_observes' || reason === 'delivery.person_away') ? reason : null;
};

/** Records that the page is cancelled where its person left or is away. */
const cancelIfLeft = (draft: Draft, page: Page): boolean => {
  const reason = whyLeft(draft, page);
  if (!reason) return false;
  const { pageId, personId } = page;
  draft.add({ type: 'PageCancelled', data: { groupId: draft.group.groupId, pageId, personId, reason } });
  takeNextIfUnreached(draft, page);
  return true;
};

/** After downtime, other attempts due by the same method are joined: one message stands for all. */
const joinOthers = (draft: Draft, { pageId, attempts }: Page, { slot, contactMethodId }: Attempt): void => {
  const { groupId } = draft.group;
  const isJoined = (other: Attempt): boolean =>
    other.slot !== slot && other.state === 'queued' && other.contactMethodId === contactMethodId && other.dueAt <= draft.context.now;
  for (const other of Object.values(attempts).filter(isJoined))
    draft.add({ type: 'AttemptCancelled', data: { groupId, pageId, slot: other.slot, reason: 'delivery.joined' } });
};

const wayTo = ({ page, attempt }: Claimable): Way => ({
  personId: page.personId,
  contactMethodId: attempt.contactMethodId,
  line: lineOf(page),
});

/** The limit that its message counts for; for a bundle it is recorded when the bundle is formed. */
const countedFor = (draft: Draft, due: Claimable, bundleId: string | undefined): Pick<Ring, 'throttle'> => {
  const { group, context } = draft;
  const { personId } = due.page;
  const { contactMethodId } = due.attempt;
  const method = methodOf(draft, due);
  const throttle = method ? throttleOf(method) : null;
  if (throttle === null) return {};
  const isCountedHere = bundleId
    ? isCounted(context.reads.rings.get(personId), contactMethodId, bundleId)
    : counts(context, { ...due, group });
  return isCountedHere ? { throttle } : {};
};

/** A test pages the person who requested it, and nothing waits for it. */
const claim = (
  draft: Draft,
  due: Claimable,
  how: Pick<Ring, 'bundled' | 'exempt' | 'overThrottle'> & { readonly bundleId?: string } = {},
): void => {
  const { page, attempt } = due;
  const { group, context } = draft;
  const { pageId } = page;
  const { slot } = attempt;
  const { epoch } = context;
  const { bundleId, ...marks } = how;
  const attemptId = draft.newId(`attempt:${slot}:${epoch}`);
  const ring: Ring = {
    id: bundleId ?? attemptId,
    ...wayTo(due),
    serviceId: group.serviceId,
    ...marks,
    ...countedFor(draft, due, bundleId),
  };
  draft.add({
    type: 'AttemptStarted',
    data: { groupId: group.groupId, pageId, slot, attemptId, epoch, ...(group.test ? {} : { ring }) },
  });
  countFromFirstRing(draft, page, attempt);
};

const wait = (draft: Draft, due: Claimable, until: string, throttled?: true): void => {
  const { page, attempt } = due;
  const { groupId } = draft.group;
  const { epoch } = draft.context;
  const data = { groupId, pageId: page.pageId, slot: attempt.slot, ...wayTo(due), until, epoch };
  draft.add({ type: 'AttemptWaits', data: throttled ? { ...data, throttled } : data });
  // if the page has high urgency, its person was already notified: the next steps don’t wait for a throttle
  if (!throttled || page.urgency === 'low') countFromEndOfWait(draft, page, until);
};

const { wait: short, long, aloneAfter } = bundleLimits;
/** No bundle took it along when its wait was over. */
const isForgotten = ({ waitsUntil }: Attempt, now: string): boolean => waitsUntil !== undefined && plus(waitsUntil, aloneAfter) <= now;
/** Longer than any wait. */
const isOverdue = ({ dueAt }: Attempt, now: string): boolean => plus(dueAt, short + long + 2 * aloneAfter) <= now;

/** Whether an attempt that need not wait goes with others that need not wait either. `exempt`: although others wait. */
const joinsNext = ({ group, context }: Draft, due: Claimable, exempt: boolean): boolean => {
  const way = wayTo(due);
  const page = { ...due, group };
  const line = context.reads.rings.get(way.personId)?.lines[keyOf(way)];
  const isClaiming = line !== undefined && isForming(line, context.now);
  // claims of thousands of pages take long: urgent ones go first
  if (isClaiming && isByHand(page)) return hasCompanyByHand(context, way, page);
  if (isClaiming) return !exempt;
  // others have reported themselves already: no need to search for them
  return Boolean(line?.free) || hasCompany(context, way, page);
};

type Marks = Pick<Ring, 'exempt' | 'overThrottle'>;

/** Decision about a due attempt. */
type Outcome =
  | { readonly kind: 'claimed'; readonly marks?: Marks }
  | { readonly kind: 'waits'; readonly until: string; readonly throttled?: true }
  | { readonly kind: 'replaced'; readonly by: ContactMethod };

/** For an attempt that was left out of this server’s bundles. Undefined: it is treated like any other. */
const outcomeOfLeft = ({ group, context }: Draft, due: Claimable, verdict: SendVerdict | WaitVerdict): Outcome | undefined => {
  const { now } = context;
  const overdue = isOverdue(due.attempt, now);
  // a fault in bundling may delay a page but must not lose it
  if (verdict.waits !== null) return overdue && !verdict.throttled ? { kind: 'claimed' } : undefined;
  // more than one message holds, or moving takes longer than a minute: it will still be sent
  return !overdue && isComing(context, wayTo(due), { ...due, group })
    ? { kind: 'waits', until: now }
    : { kind: 'claimed', marks: marksOf(verdict) };
};

/** It waits if its person was just paged by this method; attempts that are due together wait to become one message. */
const outcomeOf = (draft: Draft, due: Claimable): Outcome => {
  const { group, context } = draft;
  const { now } = context;
  if (group.test) return { kind: 'claimed' };
  const verdict = verdictOn(context, { ...due, group });
  if ('instead' in verdict) return { kind: 'replaced', by: verdict.instead };
  const isLeft = isForgotten(due.attempt, now);
  const left = isLeft && due.attempt.gatheredIn === context.epoch ? outcomeOfLeft(draft, due, verdict) : undefined;
  if (left) return left;
  if (verdict.waits !== null) return { kind: 'waits', until: verdict.waits, ...(verdict.throttled ? { throttled: true } : {}) };
  // left behind by another server, after downtime: similar attempts go with it
  if (isLeft || joinsNext(draft, due, verdict.exempt)) return { kind: 'waits', until: now };
  return { kind: 'claimed', marks: marksOf(verdict) };
};

/** Marks on a message that goes out although others wait, or over a full limit. */
const marksOf = ({ exempt, overThrottle }: { readonly [K in keyof Marks]: boolean | undefined }): Marks => ({
  ...(exempt ? { exempt } : {}),
  ...(overThrottle ? { overThrottle } : {}),
});

/** Claims a due attempt, before the provider is called, or records why it does not go out now. */
export const startAttempt = (draft: Draft, pageId: string, slot: string): void => {
  const due = claimable(draft, pageId, slot);
  if (!due) return;
  const outcome = outcomeOf(draft, due);
  if (outcome.kind === 'replaced') return goByAnother(draft, due.page, due.attempt, outcome.by);
  if (outcome.kind === 'waits') return wait(draft, due, outcome.until, outcome.throttled);
  claim(draft, due, outcome.marks);
};

/** Claims an attempt that goes out with others. `exempt`: it goes although others wait. */
export const joinBundle = (
  draft: Draft,
  pageId: string,
  slot: string,
  { bundleId, exempt, overThrottle }: { readonly bundleId: string } & { readonly [K in 'exempt' | 'overThrottle']?: true | undefined },
): void => {
  const due = claimable(draft, pageId, slot, { named: true });
  if (due) claim(draft, due, { bundleId, bundled: true, ...marksOf({ exempt, overThrottle }) });
};
