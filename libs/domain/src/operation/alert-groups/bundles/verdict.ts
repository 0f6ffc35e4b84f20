import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import { isNear, laterOf } from '@tocsin/kernel/time.js';
import type { Attempt, Page } from '../state.js';
import { endOf, isOver, keyOf, lineOf, type RingsRow, type RingWait } from './rings-row.js';
import { callVerdictOf, throttleVerdictOf, type DuePage, type ThrottleContext, type ThrottleVerdict } from './throttle-verdict.js';

/** Whether a person requested this page now. */
export const isByHand = ({ group, page, attempt }: DuePage): boolean =>
  group.origin.kind === 'page' ||
  page.cause.kind === 'person' ||
  attempt.because === 'escalated' ||
  attempt.because === 'resent' ||
  attempt.because === 'tried_out';

/** Whether its method replaced one at its limit. A failure hurries a page; a limit does not. */
const isSubstitute = ({ page, attempt }: DuePage): boolean => {
  if (attempt.because !== 'next_method') return false;
  const states = new Set(Object.values(page.attempts).map(({ state }) => state));
  return states.has('throttled') && !states.has('failed') && !states.has('stale');
};

/**
 * Whether it skips the wait for an earlier message: it was requested by hand, or replaces a message that failed or was
 * lost, also one of the group that led the storm before.
 */
const isUrged = (due: DuePage): boolean =>
  isByHand(due) ||
  (due.attempt.because === 'next_method' && !isSubstitute(due)) ||
  due.attempt.because === 'after_stale' ||
  due.attempt.unlessSent !== undefined;

/** Whether it repeats the message that opened the wait: it is the same ring. */
const isRepeatOf = (wait: RingWait, { page, attempt }: DuePage): boolean =>
  attempt.because === 'retry' &&
  Object.values(page.attempts).some((one) => one.contactMethodId === attempt.contactMethodId && one.ring === wait.ring);

const isRecent = (at: string, now: string): boolean => isNear(at, now, bundleLimits.window);

const isFirstOfService = ({ services }: RingsRow, { group, page }: DuePage, now: string): boolean => {
  const last = group.serviceId === null ? undefined : services[group.serviceId];
  return group.serviceId !== null && (last === undefined || !isRecent(last.at, now) || last.pageId === page.pageId);
};

/** Whether its group was raised from low to high urgency before the page began. */
export const isRaised = ({ group, page }: DuePage): boolean => group.raisedAt !== null && page.startedAt >= group.raisedAt;

/** Waits for the end of a wait; not for others that are due in the same instant. */
const isHeld = ({ state, waitsUntil }: Attempt, now: string): boolean => state === 'queued' && waitsUntil !== undefined && waitsUntil > now;

/** Whether a page of another group of its service waits already: that one came first, and one message will name both. */
const hasServiceHeld = ({ now, reads }: ThrottleContext, { group, page, attempt: { contactMethodId } }: DuePage): boolean => {
  const isHeldHere = (other: Page): boolean =>
    other.personId === page.personId &&
    other.state === 'running' &&
    lineOf(other) === lineOf(page) &&
    Object.values(other.attempts).some((one) => one.contactMethodId === contactMethodId && isHeld(one, now));
  for (const other of reads.groups.eachWhere('queuedBy', keyOf({ contactMethodId, line: lineOf(page) })))
    if (other.groupId !== group.groupId && other.serviceId === group.serviceId && other.pages.some(isHeldHere)) return true;
  return false;
};

/**
 * A high-urgency page that does not wait: the first of its service, or of a group that was raised; at most two in ten
 * minutes by each method. A page that waits goes on waiting when an exception becomes free.
 */
const isExempt = (row: RingsRow, due: DuePage, context: ThrottleContext): boolean => {
  const { page, attempt } = due;
  const { now } = context;
  const { contactMethodId } = attempt;
  const isFirst = !Object.values(page.attempts).some((one) => one.contactMethodId === contactMethodId && one.startedAt !== null);
  if (lineOf(page) !== 'high' || !isFirst || isHeld(attempt, now)) return false;
  if ((row.exempt[contactMethodId] ?? []).filter(({ at }) => isRecent(at, now)).length >= bundleLimits.exceptions) return false;
  return isRaised(due) || (isFirstOfService(row, due, now) && !hasServiceHeld(context, due));
};

export interface SendVerdict {
  readonly waits: null;
  /** Goes out although others wait. */
  readonly exempt: boolean;
  /** Sent although its contact method is over the message limit, because all other methods of the person are, too. */
  readonly overThrottle?: true;
}
export interface WaitVerdict {
  /** End of the wait. */
  readonly waits: string;
  /** Because the throttle of its contact method is full, or a call to its number is under way. */
  readonly throttled?: true;
  readonly waitsForNumber?: 'limit' | 'call';
}
/** The page switches to another contact method at once. */
interface SwitchVerdict {
  readonly waits: string;
  readonly instead: ContactMethod;
  readonly reason: 'delivery.throttled' | 'delivery.number_in_use';
}
export type Verdict = SendVerdict | WaitVerdict | SwitchVerdict;

const sendVerdict = (exempt = false): SendVerdict => ({ waits: null, exempt });

/** Whether a due attempt waits for the message before it, and until when. */
const waitForOthers = (row: RingsRow, due: DuePage, context: ThrottleContext): SendVerdict | WaitVerdict => {
  const { page, attempt } = due;
  const { now } = context;
  const key = keyOf({ contactMethodId: attempt.contactMethodId, line: lineOf(page) });
  const openWait = row.lines[key]?.wait;
  if (!openWait || isUrged(due) || isRepeatOf(openWait, due)) return sendVerdict();
  if (isOver(openWait, key, now)) return sendVerdict();
  return isExempt(row, due, context) ? sendVerdict(true) : { waits: endOf(openWait, key) };
};

const limitVerdictOf = (context: ThrottleContext, due: DuePage, isSent: boolean): ThrottleVerdict | null => {
  // behind the message before it, it would wait by another method too: it is checked again when that wait ends
  const verdict = isSent ? callVerdictOf(context, due, isByHand(due)) : null;
  // a question to the holder has a deadline of its own
  return verdict ?? (isByHand(due) || due.page.cause.kind === 'reminder' ? null : throttleVerdictOf(context, due));
};

/** Whether a due attempt is sent now; otherwise it waits for the previous message or its limit, or another contact method replaces it. */
export const judgeAttempt = (context: ThrottleContext, due: DuePage): Verdict => {
  const { now, reads } = context;
  if (due.group.test) return sendVerdict();
  const row = reads.rings.get(due.page.personId);
  const verdict = row ? waitForOthers(row, due, context) : sendVerdict();
  const limitVerdict = limitVerdictOf(context, due, verdict.waits === null);
  if (limitVerdict === null) return verdict;
  if (limitVerdict === 'over') return verdict.waits === null ? { ...verdict, overThrottle: true } : verdict;
  if ('instead' in limitVerdict) return verdict.waits === null ? { waits: now, ...limitVerdict } : verdict;
  const { until, ...number } = limitVerdict;
  return { waits: laterOf(until, verdict.waits ?? now), throttled: true, ...number };
};
