import { bundleLines } from '@tocsin/contracts/bundles.js';
import { contactTraits, throttleOf } from '@tocsin/contracts/contact-kinds.js';
import type { ContactMethod } from '@tocsin/contracts/contact-rows.js';
import { throttles } from '@tocsin/contracts/limits.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { earlier, plus } from '@tocsin/kernel/time.js';
import { linksOf } from '../shared/linked.js';
import { contactsOf, usable } from '../paging/plan.js';
import type { GroupReads } from '../shared/reads.js';
import type { Attempt, AlertGroupCore, Page } from '../state.js';
import { keyOf } from './rings-row.js';
import { fullUntil, longestWait } from './throttles.js';

/** A page with a due attempt, in its group. */
export interface DuePage {
  readonly group: Pick<AlertGroupCore, 'groupId' | 'serviceId' | 'raisedAt' | 'test' | 'origin' | 'opening' | 'pages' | 'links' | 'climb'>;
  readonly page: Page;
  readonly attempt: Attempt;
}

export type Reading = Pick<Context<GroupReads>, 'now' | 'reads'>;

/** Verdict of a full limit on an attempt: wait until then, use another method, or send over the limit. */
export type Throttled = { readonly until: string } | { readonly instead: ContactMethod } | 'over';

const isSent = ({ startedAt, state }: Attempt): boolean => startedAt !== null && state !== 'failed';
const attemptsBy = ({ attempts }: Page, contactMethodId: string): readonly Attempt[] =>
  Object.values(attempts).filter((one) => one.contactMethodId === contactMethodId && one.state !== 'dropped' && one.state !== 'throttled');

/** Whether the page’s rules use this contact method again. */
const isRepeat = ({ page, attempt }: DuePage): boolean =>
  attempt.because === 'rule' && attemptsBy(page, attempt.contactMethodId).some(isSent);

const isWaitingIn = (pages: readonly Page[], personId: string, contactMethodId: string): boolean =>
  pages.some(
    (one) =>
      one.personId === personId &&
      one.state === 'running' &&
      attemptsBy(one, contactMethodId).some(({ state, waitsUntil }) => state === 'queued' && waitsUntil !== undefined),
  );

/** Whether pages of other groups wait to go out by the same contact method. */
const doOthersWait = ({ reads }: Reading, { group, page, attempt }: DuePage): boolean =>
  bundleLines.some((line) => {
    const { contactMethodId } = attempt;
    for (const { groupId, pages } of reads.groups.eachWhere('queuedBy', keyOf({ contactMethodId, line })))
      if (groupId !== group.groupId && isWaitingIn(pages, page.personId, contactMethodId)) return true;
    return false;
  });

/** A page that repeats itself by its own rules counts only while others wait for the same contact method. */
export const counts = (context: Reading, due: DuePage): boolean => !isRepeat(due) || doOthersWait(context, due);

/** Whether a contact method wakes a person; one that does not is no substitute for one that does. */
const wakes = ({ kind }: { readonly kind: ContactMethod['kind'] }): boolean => contactTraits[kind].loudness === 'rings';

/** Whether it was sent loudly, as far as is known. */
const hasRung = (attempt: Attempt): boolean => isSent(attempt) && attempt.state !== 'stale' && wakes(attempt);

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
  const { rang, heard = rang } = linksOf(group);
  return heard.includes(personId) || group.pages.some((one) => one.personId === personId && isNotifiedBy(group, one, hasRung));
};

/** People notified of an ending group, by delivered messages: the next group of the storm never learns whether one that is still being sent fails. */
export const notifiedPeople = (group: DuePage['group']): readonly string[] => {
  const { rang, heard = rang } = linksOf(group);
  const hasArrived = (attempt: Attempt): boolean => hasRung(attempt) && attempt.state !== 'sending';
  const arrived = group.pages.filter((one) => isNotifiedBy(group, one, hasArrived));
  return [...heard, ...arrived.map(({ personId }) => personId)];
};

/** Whether the page is its person’s first notification of the group (see `wasNotified`). */
export const isFirst = (due: DuePage): boolean => !wasNotified(due);

const room = ({ reads, now }: Reading, personId: string, contactMethodId: string): string | null =>
  fullUntil(reads.rings.get(personId), contactMethodId, now);

/** Whether another message of the page that wakes goes out now. */
const isSentByAnother = (context: Reading, { page, attempt }: DuePage): boolean =>
  Object.values(page.attempts).some(
    (one) =>
      one.contactMethodId !== attempt.contactMethodId &&
      one.state === 'queued' &&
      wakes(one) &&
      one.dueAt <= context.now &&
      (one.waitsUntil ?? '') <= context.now &&
      room(context, page.personId, one.contactMethodId) === null,
  );

/** Nothing has gone out by this method yet, and nothing failed. */
const isUntried = (page: Page, { contactMethodId }: ContactMethod): boolean =>
  attemptsBy(page, contactMethodId).every(({ state, n }) => state === 'queued' && n === 1);

/** When the page’s own rules use a contact method; '~' (sorts last) where none does. */
const dueBy = (page: Page, { contactMethodId }: ContactMethod): string =>
  attemptsBy(page, contactMethodId).reduce((first, { dueAt }) => (dueAt < first ? dueAt : first), '~');

const loudest = Object.keys(throttles);
const loudness = (method: ContactMethod): number => loudest.indexOf(throttleOf(method) ?? '');

/**
 * The person’s next unused loud contact method below its limit. If there is none, the loudest one, if it is louder than the current method; null
 * otherwise.
 */
const insteadOf = (context: Reading, { page, attempt }: DuePage): ContactMethod | null => {
  const all = usable(contactsOf(context.reads, page.personId));
  const own = all.find(({ contactMethodId }) => contactMethodId === attempt.contactMethodId);
  const others = all.filter((method) => method !== own && wakes(method) && isUntried(page, method));
  const free = others
    .filter(({ contactMethodId }) => room(context, page.personId, contactMethodId) === null)
    .toSorted((one, other) => (dueBy(page, one) < dueBy(page, other) ? -1 : dueBy(page, one) > dueBy(page, other) ? 1 : 0));
  if (free[0]) return free[0];
  const louder = others.toSorted((one, other) => loudness(one) - loudness(other))[0];
  return own && louder && loudness(louder) < loudness(own) ? louder : null;
};

/** Verdict of a full limit on a due attempt that is not manual; null: the limit is not full, or does not apply. */
export const throttledBy = (context: Reading, due: DuePage): Throttled | null => {
  const { page, attempt } = due;
  const { personId } = page;
  const full = room(context, personId, attempt.contactMethodId);
  if (full === null || !counts(context, due)) return null;
  // others may take every free place: a page that waited for the limit’s whole window is sent in any case
  const last = plus(attempt.waitsSince ?? attempt.dueAt, longestWait(context.reads.rings.get(personId), attempt.contactMethodId));
  if (last <= context.now) return 'over';
  const until = earlier(full, last);
  // if a high-urgency page reaches its person otherwise, or already has, the rest can wait for a free slot
  if (page.quiet || page.urgency !== 'high' || wasNotified(due) || isSentByAnother(context, due)) return { until };
  const instead = insteadOf(context, due);
  return instead ? { instead } : 'over';
};
