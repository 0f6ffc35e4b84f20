import { bundleLimits } from '@tocsin/contracts/limits.js';
import type { ContactMethod } from '@tocsin/contracts/contact-rows.js';
import { isNear, laterOf } from '@tocsin/kernel/time.js';
import { endOf, isOver, keyOf, lineOf, type RingsRow, type RingWait } from './rings-row.js';
import { throttleVerdictOf, type DuePage, type ThrottleContext } from './throttle-verdict.js';

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

/**
 * A high-urgency page that does not wait: the first of its service, or of a group that was raised; at most two in ten
 * minutes by each method.
 */
const isExempt = (row: RingsRow, due: DuePage, now: string): boolean => {
  const { page, attempt } = due;
  const { contactMethodId } = attempt;
  const isFirst = !Object.values(page.attempts).some((one) => one.contactMethodId === contactMethodId && one.startedAt !== null);
  if (lineOf(page) !== 'high' || !isFirst || !(isFirstOfService(row, due, now) || isRaised(due))) return false;
  return (row.exempt[contactMethodId] ?? []).filter(({ at }) => isRecent(at, now)).length < bundleLimits.exceptions;
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
  /** Because the throttle of its contact method is full. */
  readonly throttled?: true;
}
/** The page switches to another contact method at once. */
interface SwitchVerdict {
  readonly waits: string;
  readonly instead: ContactMethod;
}
export type Verdict = SendVerdict | WaitVerdict | SwitchVerdict;

const sendVerdict = (exempt = false): SendVerdict => ({ waits: null, exempt });

/** Whether a due attempt waits for the message before it, and until when. */
const waitForOthers = (row: RingsRow, due: DuePage, now: string): SendVerdict | WaitVerdict => {
  const { page, attempt } = due;
  const key = keyOf({ contactMethodId: attempt.contactMethodId, line: lineOf(page) });
  const openWait = row.lines[key]?.wait;
  if (!openWait || isUrged(due) || isRepeatOf(openWait, due)) return sendVerdict();
  if (isOver(openWait, key, now)) return sendVerdict();
  return isExempt(row, due, now) ? sendVerdict(true) : { waits: endOf(openWait, key) };
};

/** Whether a due attempt is sent now; otherwise it waits for the previous message or its limit, or another contact method replaces it. */
export const judgeAttempt = (context: ThrottleContext, due: DuePage): Verdict => {
  const { now, reads } = context;
  const row = reads.rings.get(due.page.personId);
  if (!row || due.group.test) return sendVerdict();
  const verdict = waitForOthers(row, due, now);
  // a question to the holder has a deadline of its own
  const throttleVerdict = isByHand(due) || due.page.cause.kind === 'reminder' ? null : throttleVerdictOf(context, due);
  if (throttleVerdict === null) return verdict;
  if (throttleVerdict === 'over') return verdict.waits === null ? { ...verdict, overThrottle: true } : verdict;
  // behind the message before it, it would wait by another method too: it is checked again when that wait ends
  if ('instead' in throttleVerdict) return verdict.waits === null ? { waits: now, instead: throttleVerdict.instead } : verdict;
  return { waits: laterOf(throttleVerdict.until, verdict.waits ?? now), throttled: true };
};
