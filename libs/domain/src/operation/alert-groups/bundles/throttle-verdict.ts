import { attemptStaleAfter } from '@tocsin/contracts/alert-groups/limits.js';
import { bundleLines } from '@tocsin/contracts/alert-groups/bundles.js';
import { contactTraits, throttleOf } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import { callAskedAgain, throttles } from '@tocsin/contracts/contacts/limits.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { earlierOf, addMillis } from '@tocsin/kernel/time.js';
import { contactsOf, usableMethodsOf } from '../paging/plan.js';
import type { GroupReads } from '../shared/reads.js';
import type { Attempt, AlertGroupCore, Page } from '../state.js';
import { isOver, keyOf, lineOf } from './rings-row.js';
import { callUnderWayUntil, findMethod, limitOf } from './numbers.js';
import { longestWaitOf } from './throttles.js';

/** A page with a due attempt, in its group. */
export interface DuePage {
  readonly group: Pick<AlertGroupCore, 'groupId' | 'serviceId' | 'raisedAt' | 'test' | 'origin' | 'opening' | 'pages' | 'links' | 'climb'>;
  readonly page: Page;
  readonly attempt: Attempt;
}

export type ThrottleContext = Pick<Context<GroupReads>, 'now' | 'reads'>;

/** Verdict of a full limit on an attempt: wait until then, use another method, or send over the limit. */
export type ThrottleVerdict =
  | { readonly until: string; readonly waitsForNumber?: 'limit' | 'call' }
  | { readonly instead: ContactMethod; readonly reason: 'delivery.throttled' | 'delivery.number_in_use' }
  | 'over';

const isSent = ({ startedAt, state }: Attempt): boolean => startedAt !== null && state !== 'failed';
const attemptsOfMethod = ({ attempts }: Page, contactMethodId: string): readonly Attempt[] =>
  Object.values(attempts).filter((one) => one.contactMethodId === contactMethodId && one.state !== 'dropped' && one.state !== 'throttled');

/** Whether the page’s rules use this contact method again. */
const isRepeat = ({ page, attempt }: DuePage): boolean =>
  attempt.because === 'rule' && attemptsOfMethod(page, attempt.contactMethodId).some(isSent);

const isWaitingIn = (pages: readonly Page[], personId: string, contactMethodId: string): boolean =>
  pages.some(
    (one) =>
      one.personId === personId &&
      one.state === 'running' &&
      attemptsOfMethod(one, contactMethodId).some(({ state, waitsUntil }) => state === 'queued' && waitsUntil !== undefined),
  );

/** Whether pages of other groups wait to go out by the same contact method. */
const doOthersWait = ({ reads }: ThrottleContext, { group, page, attempt }: DuePage): boolean =>
  bundleLines.some((line) => {
    const { contactMethodId } = attempt;
    for (const { groupId, pages } of reads.groups.eachWhere('queuedBy', keyOf({ contactMethodId, line })))
      if (groupId !== group.groupId && isWaitingIn(pages, page.personId, contactMethodId)) return true;
    return false;
  });

/** A page that repeats itself by its own rules counts only while others wait for the same contact method. */
export const doesCount = (context: ThrottleContext, due: DuePage): boolean => !isRepeat(due) || doOthersWait(context, due);

/** Whether a contact method wakes a person; one that does not is no substitute for one that does. */
const doesWake = ({ kind }: { readonly kind: ContactMethod['kind'] }): boolean => contactTraits[kind].loudness === 'rings';

/** Whether it was sent loudly, as far as is known. */
const hasRung = (attempt: Attempt): boolean => isSent(attempt) && attempt.state !== 'stale' && doesWake(attempt);

/** Whether its person was notified by a page of high urgency since the group’s escalation began. */
const isNotifiedBy = ({ opening, climb }: DuePage['group'], page: Page, isBy: (attempt: Attempt) => boolean): boolean =>
  page.opening === opening &&
  page.urgency === 'high' &&
  !page.quiet &&
  Object.values(page.attempts).some((attempt) => isBy(attempt) && attempt.startedAt! >= (climb.since ?? ''));

/**
 * Whether the person was already notified of the group at its urgency since its escalation began: by this page, by an
 * earlier one, or for a group that led its storm. After a restart of the escalation, because of news or of an
 * acknowledgement that ended, they were not.
 */
const wasNotified = ({ group, page: { personId } }: DuePage): boolean => {
  const { heard } = group.links;
  return heard.includes(personId) || group.pages.some((one) => one.personId === personId && isNotifiedBy(group, one, hasRung));
};

/** People notified of an ending group, by delivered messages: the next group of the storm never learns whether one that is still being sent fails. */
export const notifiedPeopleOf = (group: DuePage['group']): readonly string[] => {
  const { heard } = group.links;
  const hasArrived = (attempt: Attempt): boolean => hasRung(attempt) && attempt.state !== 'sending';
  const arrived = group.pages.filter((one) => isNotifiedBy(group, one, hasArrived));
  return [...heard, ...arrived.map(({ personId }) => personId)];
};

/** Whether the page is its person’s first notification of the group (see `wasNotified`). */
export const isFirst = (due: DuePage): boolean => !wasNotified(due);

/** Whether a message may go out by the contact method now. */
const hasRoom = (context: ThrottleContext, personId: string, { contactMethodId }: { readonly contactMethodId: string }): boolean =>
  limitOf(context, { personId, contactMethodId }) === null && callUnderWayUntil(context, { personId, contactMethodId }) === null;

/** Whether another message of the page that wakes goes out now. */
const isSentByAnother = (context: ThrottleContext, { page, attempt }: DuePage): boolean =>
  Object.values(page.attempts).some(
    (one) =>
      one.contactMethodId !== attempt.contactMethodId &&
      one.state === 'queued' &&
      doesWake(one) &&
      one.dueAt <= context.now &&
      (one.waitsUntil ?? '') <= context.now &&
      hasRoom(context, page.personId, one),
  );

/** Nothing has gone out by this method yet, and nothing failed. */
const isUntried = (page: Page, { contactMethodId }: ContactMethod): boolean =>
  attemptsOfMethod(page, contactMethodId).every(({ state, n }) => state === 'queued' && n === 1);

/** When the page’s own rules use a contact method; '~' (sorts last) where none does. */
const dueTimeOf = (page: Page, { contactMethodId }: ContactMethod): string =>
  attemptsOfMethod(page, contactMethodId).reduce((first, { dueAt }) => (dueAt < first ? dueAt : first), '~');

const loudest = Object.keys(throttles);
const loudnessOf = (method: ContactMethod): number => loudest.indexOf(throttleOf(method) ?? '');

const otherMethodsOf = ({ reads }: ThrottleContext, { page, attempt }: DuePage): readonly ContactMethod[] =>
  usableMethodsOf(contactsOf(reads, page.personId)).filter(
    (method) => method.contactMethodId !== attempt.contactMethodId && doesWake(method) && isUntried(page, method),
  );

/** The person’s next unused loud contact method below its limit. */
const nextWithRoom = (
  context: ThrottleContext,
  due: DuePage,
  isUsed: (method: ContactMethod) => boolean = () => true,
): ContactMethod | undefined => {
  const { page } = due;
  return otherMethodsOf(context, due)
    .filter((method) => hasRoom(context, page.personId, method) && isUsed(method))
    .toSorted((one, other) =>
      dueTimeOf(page, one) < dueTimeOf(page, other) ? -1 : dueTimeOf(page, one) > dueTimeOf(page, other) ? 1 : 0,
    )[0];
};

/** The next one with room. If there is none, the loudest one, if it is louder than the current method; null otherwise. */
const insteadOf = (context: ThrottleContext, due: DuePage): ContactMethod | null => {
  const next = nextWithRoom(context, due);
  if (next) return next;
  const ownMethod = findMethod(context, { personId: due.page.personId, contactMethodId: due.attempt.contactMethodId });
  const louder = otherMethodsOf(context, due).toSorted((one, other) => loudnessOf(one) - loudnessOf(other))[0];
  return ownMethod && louder && loudnessOf(louder) < loudnessOf(ownMethod) ? louder : null;
};

/** Verdict of a full limit on a due attempt that is not manual; null: the limit is not full, or does not apply. */
export const throttleVerdictOf = (context: ThrottleContext, due: DuePage): ThrottleVerdict | null => {
  const { page, attempt } = due;
  const { personId } = page;
  const ref = { personId, contactMethodId: attempt.contactMethodId };
  const full = limitOf(context, ref);
  if (full === null || !doesCount(context, due)) return null;
  // others may take every free place: a page that waited for the limit’s whole window is sent in any case
  const method = findMethod(context, ref);
  const last = addMillis(attempt.waitsSince ?? attempt.dueAt, longestWaitOf(method ? throttleOf(method) : null));
  if (last <= context.now) return 'over';
  const wait = { ...full, until: earlierOf(full.until, last) };
  // if a high-urgency page reaches its person otherwise, or already has, the rest can wait for a free slot
  if (page.quiet || page.urgency !== 'high' || wasNotified(due) || isSentByAnother(context, due)) return wait;
  const substitute = insteadOf(context, due);
  return substitute ? { instead: substitute, reason: 'delivery.throttled' } : 'over';
};

/** Whether it would go out at once by this contact method: an earlier message does not hold it up. */
const isUnheld = ({ now, reads }: ThrottleContext, page: Page, { contactMethodId }: ContactMethod): boolean => {
  const key = keyOf({ contactMethodId, line: lineOf(page) });
  return isOver(reads.rings.get(page.personId)?.lines[key]?.wait ?? null, key, now);
};

/**
 * Verdict of a call under way on another one to the same number; null: there is none. The line is engaged, so that a page by hand waits, too; it takes
 * the next method, as the first page of a group does, unless somebody asked for this one.
 */
export const callVerdictOf = (context: ThrottleContext, due: DuePage, isByHand: boolean): ThrottleVerdict | null => {
  const { page, attempt } = due;
  const until = callUnderWayUntil(context, { personId: page.personId, contactMethodId: attempt.contactMethodId });
  // other calls may take each free minute
  if (until === null || addMillis(attempt.waitsSince ?? attempt.dueAt, attemptStaleAfter) <= context.now) return null;
  const isFirstLoud = !page.quiet && page.urgency === 'high' && !wasNotified(due);
  const mayTake = (isByHand || isFirstLoud) && attempt.because !== 'resent' && attempt.because !== 'escalated';
  const isUsed = (method: ContactMethod): boolean => isByHand || isUnheld(context, page, method);
  const next = mayTake && !isSentByAnother(context, due) ? nextWithRoom(context, due, isUsed) : undefined;
  if (next) return { instead: next, reason: 'delivery.number_in_use' };
  // a call that fails ends before its minute: nothing on this row says so
  return { until: earlierOf(until, addMillis(context.now, callAskedAgain)), waitsForNumber: 'call' };
};
