import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Ring } from '@tocsin/contracts/alert-groups/bundles.js';
import { throttleOf } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { hasCompany, hasCompanyByHand, hasCompanyOfService, isComing, type BundleLineRef } from '../bundles/due-pages.js';
import { isForming, keyOf, lineOf } from '../bundles/rings-row.js';
import { doesCount } from '../bundles/throttle-verdict.js';
import { isBusyForDrill, sharedNumberOf } from '../bundles/numbers.js';
import { isCounted } from '../bundles/throttles.js';
import { isByHand, isRaised, judgeAttempt, type SendVerdict, type WaitVerdict } from '../bundles/verdict.js';
import { resolve } from '../acts/resolve.js';
import type { Draft } from '../draft.js';
import type { Attempt } from '../state.js';
import { findDueAttempt, methodOf, type DueAttempt } from './due-attempt.js';
import { isDrill, isDrillOver, whyNotDrilled } from '../shared/open-drills.js';
import { isRehearsal, isRungByRehearsals } from '../shared/rehearsal.js';
import { switchMethod } from './next-method.js';
import { countFromFirstRing, countFromEndOfWait } from './step-delay.js';

const bundleLineOf = ({ page, attempt }: DueAttempt): BundleLineRef => ({
  personId: page.personId,
  contactMethodId: attempt.contactMethodId,
  line: lineOf(page),
});

/** The limit that its message counts for; for a bundle it is recorded when the bundle is formed. */
const countedThrottleOf = (draft: Draft, due: DueAttempt, bundleId: string | undefined): Pick<Ring, 'throttle'> => {
  const { group, context } = draft;
  const { personId } = due.page;
  const { contactMethodId } = due.attempt;
  const method = methodOf(draft, due);
  const throttle = method ? throttleOf(method) : null;
  if (throttle === null) return {};
  const isCountedHere = bundleId
    ? isCounted(context.reads.rings.get(personId), contactMethodId, bundleId)
    : doesCount(context, { ...due, group });
  return isCountedHere ? { throttle } : {};
};

/** For a test or a rehearsal nothing waits: it has no ring. */
const claim = (
  draft: Draft,
  due: DueAttempt,
  ringMarks: Pick<Ring, 'bundled' | 'exempt' | 'overThrottle'> & { readonly bundleId?: string } = {},
): void => {
  const { page, attempt } = due;
  const { group, context } = draft;
  const { pageId } = page;
  const { slot } = attempt;
  const { epoch } = context;
  const { bundleId, ...marks } = ringMarks;
  const isCountedRing = !group.test && !isRehearsal(group, context.reads);
  const attemptId = draft.newId(`attempt:${slot}:${epoch}`);
  const ref = { personId: page.personId, contactMethodId: attempt.contactMethodId };
  const ring: Ring = {
    id: bundleId ?? attemptId,
    ...bundleLineOf(due),
    serviceId: group.serviceId,
    ...marks,
    ...countedThrottleOf(draft, due, bundleId),
    ...sharedNumberOf(context, ref),
  };
  const data = { groupId: group.groupId, pageId, slot, attemptId, epoch };
  const drill = isDrill(group) ? { drill: { ...ref, ...sharedNumberOf(context, ref) } } : {};
  draft.add({ type: 'AttemptStarted', data: { ...data, ...(isCountedRing ? { ring } : drill) } });
  countFromFirstRing(draft, page, attempt);
};

/** The attempt is not sent; the escalation goes on as if it had been. */
const leaveOut = (draft: Draft, { page, attempt }: DueAttempt, reason: DeliveryReason): void => {
  const { groupId } = draft.group;
  draft.add({ type: 'AttemptCancelled', data: { groupId, pageId: page.pageId, slot: attempt.slot, reason } });
  countFromFirstRing(draft, page, attempt);
};

/** Why a rehearsal or a drill does not send this message; null: it does. */
const unwantedReasonOf = ({ group, context }: Draft, { page: { personId }, attempt }: DueAttempt): DeliveryReason | null => {
  if (isRehearsal(group, context.reads) && !isRungByRehearsals(context.reads.contacts.get(personId))) return 'delivery.rehearsing';
  if (!isDrill(group)) return null;
  const isBusy = isBusyForDrill(context, { personId, contactMethodId: attempt.contactMethodId });
  return whyNotDrilled(group, personId, context) ?? (isBusy ? 'delivery.drill_busy' : null);
};

interface Wait extends Pick<WaitVerdict, 'throttled' | 'waitsForNumber'> {
  readonly until: string;
}
const waitOf = ({ waits: until, throttled, waitsForNumber }: WaitVerdict): Wait => ({
  until,
  ...(throttled ? { throttled } : {}),
  ...(waitsForNumber ? { waitsForNumber } : {}),
});

const putOff = (draft: Draft, due: DueAttempt, { until, throttled: isThrottled, waitsForNumber }: Wait): void => {
  const { page, attempt } = due;
  const { groupId } = draft.group;
  const { epoch } = draft.context;
  const data = { groupId, pageId: page.pageId, slot: attempt.slot, ...bundleLineOf(due), until, epoch };
  const limit = { ...(isThrottled ? { throttled: isThrottled } : {}), ...(waitsForNumber ? { waitsForNumber } : {}) };
  draft.add({ type: 'AttemptWaits', data: { ...data, ...limit } });
  // a high-urgency page that waits for a limit has notified its person already: the next steps don’t wait. One that waits for a call may not have
  if (!isThrottled || waitsForNumber === 'call' || page.urgency === 'low') countFromEndOfWait(draft, page, until);
};

const { wait: shortWait, long, aloneAfter } = bundleLimits;
/** No bundle took it along when its wait was over. */
const isForgotten = ({ waitsUntil }: Attempt, now: string): boolean => waitsUntil !== undefined && addMillis(waitsUntil, aloneAfter) <= now;
/** Longer than any wait. */
const isOverdue = ({ dueAt }: Attempt, now: string): boolean => addMillis(dueAt, shortWait + long + 2 * aloneAfter) <= now;

/** Whether an attempt that need not wait goes with others that need not wait either. `exempt`: although others wait. */
const doesJoinNext = ({ group, context }: Draft, due: DueAttempt, isExempt: boolean): boolean => {
  const bundleLine = bundleLineOf(due);
  const page = { ...due, group };
  const line = context.reads.rings.get(bundleLine.personId)?.lines[keyOf(bundleLine)];
  const isClaiming = line !== undefined && isForming(line, context.now);
  // claims of thousands of pages take long: urgent ones go first
  if (isClaiming && isByHand(page)) return hasCompanyByHand(context, bundleLine, page);
  if (isClaiming) return !isExempt || (!isRaised(page) && hasCompanyOfService(context, bundleLine, page));
  // others have reported themselves already: no need to search for them
  return Boolean(line?.free) || hasCompany(context, bundleLine, page);
};

type Marks = Pick<Ring, 'exempt' | 'overThrottle'>;

/** Decision about a due attempt. */
type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly marks?: Marks }
  | ({ readonly kind: 'waits' } & Wait)
  | { readonly kind: 'replaced'; readonly by: ContactMethod; readonly reason: 'delivery.throttled' | 'delivery.number_in_use' };

/** For an attempt that was left out of this server’s bundles. Undefined: it is treated like any other. */
const judgeLeftBehind = ({ group, context }: Draft, due: DueAttempt, verdict: SendVerdict | WaitVerdict): ClaimOutcome | undefined => {
  const { now } = context;
  const isOverdueNow = isOverdue(due.attempt, now);
  // a fault in bundling may delay a page but must not lose it
  if (verdict.waits !== null) return isOverdueNow && !verdict.throttled ? { kind: 'claimed' } : undefined;
  // more than one message holds, or moving takes longer than a minute: it will still be sent
  return !isOverdueNow && isComing(context, bundleLineOf(due), { ...due, group })
    ? { kind: 'waits', until: now }
    : { kind: 'claimed', marks: marksOf(verdict) };
};

/** It waits if its person was just paged by this method; attempts that are due together wait to become one message. */
const outcomeOf = (draft: Draft, due: DueAttempt): ClaimOutcome => {
  const { group, context } = draft;
  const { now } = context;
  if (group.test) return { kind: 'claimed' };
  const verdict = judgeAttempt(context, { ...due, group });
  if ('instead' in verdict) return { kind: 'replaced', by: verdict.instead, reason: verdict.reason };
  const isLeft = isForgotten(due.attempt, now);
  const judgedOutcome = isLeft && due.attempt.gatheredIn === context.epoch ? judgeLeftBehind(draft, due, verdict) : undefined;
  if (judgedOutcome) return judgedOutcome;
  if (verdict.waits !== null) return { kind: 'waits', ...waitOf(verdict) };
  // left behind by another server, after downtime: similar attempts go with it
  if (isLeft || doesJoinNext(draft, due, verdict.exempt)) return { kind: 'waits', until: now };
  return { kind: 'claimed', marks: marksOf(verdict) };
};

/** Marks on a message that goes out although others wait, or over a full limit. */
const marksOf = ({ exempt: isExempt, overThrottle }: { readonly [K in keyof Marks]: boolean | undefined }): Marks => ({
  ...(isExempt ? { exempt: isExempt } : {}),
  ...(overThrottle ? { overThrottle } : {}),
});

/** Claims a due attempt, before the provider is called, or records why it does not go out now. */
export const startAttempt = (draft: Draft, pageId: string, slot: string): void => {
  const due = findDueAttempt(draft, pageId, slot);
  if (!due) return;
  // the end of its drill was missed, as when both came in the same moment
  if (draft.group.status !== 'resolved' && isDrillOver(draft.group, draft.context.reads)) return resolve(draft, 'timer', null);
  const unwanted = unwantedReasonOf(draft, due);
  if (unwanted) return leaveOut(draft, due, unwanted);
  if (isRehearsal(draft.group, draft.context.reads)) return claim(draft, due);
  const outcome = outcomeOf(draft, due);
  if (outcome.kind === 'replaced') return switchMethod(draft, due, outcome.by, outcome.reason);
  if (outcome.kind === 'waits') return putOff(draft, due, outcome);
  claim(draft, due, outcome.marks);
};

/**
 * For a group that opens: records at once what would wait behind an earlier message anyway. Everything else is decided when the attempt is claimed.
 */
export const waitFromStart = (draft: Draft): void => {
  const { context } = draft;
  if (isRehearsal(draft.group, context.reads)) return;
  const dueAttempts = draft.group.pages.flatMap((page) => Object.values(page.attempts).map((attempt) => ({ page, attempt })));
  for (const { page, attempt } of dueAttempts) {
    if (attempt.state !== 'queued' || attempt.dueAt > context.now) continue;
    const verdict = judgeAttempt(context, { group: draft.group, page, attempt });
    if ('instead' in verdict || verdict.waits === null || verdict.throttled) continue;
    const due = findDueAttempt(draft, page.pageId, attempt.slot);
    if (due) putOff(draft, due, { until: verdict.waits });
  }
};

/** Claims an attempt that goes out with others. `exempt`: it goes although others wait. */
export const joinBundle = (
  draft: Draft,
  pageId: string,
  slot: string,
  {
    bundleId,
    exempt: isExempt,
    overThrottle,
  }: { readonly bundleId: string } & { readonly [K in 'exempt' | 'overThrottle']?: true | undefined },
): void => {
  const due = findDueAttempt(draft, pageId, slot, { named: true });
  if (due) claim(draft, due, { bundleId, bundled: true, ...marksOf({ exempt: isExempt, overThrottle }) });
};
