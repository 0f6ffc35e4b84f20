import { findAbsenceAt } from '@tocsin/contracts/people/away-at.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { AnswerAct, PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { isNear, laterOf, addMillis } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { drillInterruptedBy } from '../shared/open-drills.js';
import type { GroupReads } from '../shared/reads.js';
import { endOfRest, type NightEnd } from '../../../setup/schedules/shared/night.js';
import { pageOf, type Attempt, type AttemptReason, type AlertGroupCore, type Page } from '../state.js';
import { byEveryMethod, byRules, contactsOf, withoutMethod, planQuiet, usableMethodsOf, type Plan } from './plan.js';
import { rulesOf } from './rules.js';

type PagingOutcome = FactOf<'EscalationStepTaken'>['targets'][number]['persons'][number];
/** Why this person can’t be paged at all; null: they can. */
const unreachableReasonOf = (reads: GroupReads, personId: string, excludedMethodId?: string): DeliveryReason | null => {
  const person = reads.people.get(personId);
  if (!person) return 'delivery.person_unknown';
  if (person.state === 'disabled' || person.state === 'erased') return 'delivery.person_disabled';
  return usableMethodsOf(withoutMethod(contactsOf(reads, personId), excludedMethodId)).length === 0 ? 'delivery.no_method' : null;
};

/** Parameters of paging a person. */
interface PagingMode {
  /** The group’s urgency when absent. */
  readonly urgency?: Urgency;
  /** At once: does not wait for the end of a night’s rest. */
  readonly isNow?: boolean;
}

/** End of the person’s rest from low urgency. */
const restOf = ({ group, context }: Draft, person: PersonRow): NightEnd | undefined =>
  endOfRest(person, context.now, rulesOf(group, context.reads).waits === true);

/** Whether the person is away now, or at the time of the page. */
const isAway = (draft: Draft, person: PersonRow, { urgency = draft.group.urgency, isNow }: PagingMode): boolean => {
  const { now } = draft.context;
  if (urgency === 'high' || draft.group.test || !person.away?.some(({ to }) => now < to)) return false;
  const ringsAt = isNow ? now : (restOf(draft, person)?.until ?? now);
  return [now, ringsAt].some((at) => findAbsenceAt(person.away, at) !== undefined);
};

/**
 * Why this person is not to be paged for a group; null: they are. An observer is paged only by a test of their own; a
 * person who is away is not paged with low urgency, except by tests.
 */
export const notPagedReasonOf = (draft: Draft, personId: string, mode: PagingMode = {}): DeliveryReason | null => {
  const { origin } = draft.group;
  const { reads } = draft.context;
  const person = reads.people.get(personId);
  const isOwnTest = origin.kind === 'test' && origin.personId === personId;
  if (person?.role === 'observer' && !isOwnTest) return 'delivery.person_observes';
  return unreachableReasonOf(reads, personId) ?? (person && isAway(draft, person, mode) ? 'delivery.person_away' : null);
};

/** Tried beyond the retries, because its provider puts it off: no one counts on it. */
export const isPutOff = ({ n, state }: Pick<Attempt, 'n' | 'state'>): boolean =>
  n > alertGroupLimits.retries + 1 && (state === 'queued' || state === 'sending');

const isLive = (page: Page): boolean =>
  Object.values(page.attempts).some((attempt) => (attempt.state === 'queued' || attempt.state === 'sending') && !isPutOff(attempt));

/** Still active for the person: it is continued, never doubled. */
export const isRinging = (page: Page): boolean => page.state === 'running' && !page.quiet && isLive(page);
export const pagesOf = (draft: Draft, personId: string): readonly Page[] =>
  draft.group.pages.filter((page) => page.personId === personId && page.opening === draft.group.opening && !page.quiet);

export interface PageOptions {
  readonly cause: PageCause;
  readonly urgency?: Urgency;
  /** Sent once, without ringing. */
  readonly quiet?: boolean;
  readonly everyMethod?: boolean;
  readonly cancelledByAcknowledge?: boolean;
  /** A person escalated: people who are already being paged are paged again. */
  readonly pageAgain?: boolean;
  /** A contact method that is not used for it. */
  readonly without?: string;
}

/** The contact method that a test is about. */
export const testedMethodOf = ({ origin }: AlertGroupCore): string | undefined =>
  origin.kind === 'test' ? origin.contactMethodId : undefined;

const urgencyOf = (draft: Draft, { urgency }: PageOptions): Urgency => urgency ?? draft.group.urgency;

const planPage = (draft: Draft, contacts: ContactRow, options: PageOptions, isRepeatPage: boolean): Plan => {
  const testMethodId = testedMethodOf(draft.group);
  const method = usableMethodsOf(contacts).find(({ contactMethodId }) => contactMethodId === testMethodId);
  if (method)
    return { attempts: [{ method, delayMinutes: 0, because: options.quiet ? 'quiet' : 'tried_out' }], skipped: [], everyMethod: false };
  if (options.quiet) return planQuiet(contacts);
  if (options.everyMethod) return byEveryMethod(contacts, 'last_resort');
  const urgency = urgencyOf(draft, options);
  return isRepeatPage && urgency === 'high' ? byEveryMethod(contacts, 'paged_again') : byRules(contacts, urgency);
};

/** Whether a person requests it now. */
const isRequested = ({ pageAgain, cause }: PageOptions): boolean => pageAgain === true || cause.kind === 'person';

/**
 * With low urgency a page waits for the end of its person’s rest, if their settings or the policy say so; except for quiet messages, and when a
 * person requests it now.
 */
const restOfPage = (draft: Draft, personId: string, options: PageOptions): NightEnd | undefined => {
  const { group, context } = draft;
  // with high urgency, the reminder of the assignee must come in time
  if (options.quiet || isRequested(options) || group.test || group.urgency === 'high' || urgencyOf(draft, options) === 'high')
    return undefined;
  return restOf(draft, context.reads.people.get(personId)!);
};

/**
 * End of the wait of a low-urgency attempt that becomes due during its person’s rest, by a later rule or after a wait. One that started during the
 * rest was requested by a person and continues.
 */
export const restUntilOf = ({ group, context }: Draft, page: Page, { n, because }: Pick<Attempt, 'n' | 'because'>): string | undefined => {
  const { personId, urgency, quiet, cause, startedAt, waitsUntil = startedAt } = page;
  const person = context.reads.people.get(personId);
  const isByHand = cause.kind === 'person' || cause.kind === 'reminder' || because === 'escalated' || because === 'resent';
  if (!person || quiet || isByHand || n > 1 || group.test || group.urgency === 'high' || urgency === 'high') return undefined;
  const isPolicys = rulesOf(group, context.reads).waits === true;
  return endOfRest(person, waitsUntil, isPolicys) ? undefined : endOfRest(person, context.now, isPolicys)?.until;
};

/** Starts a page, whatever else is active. The person must be reachable. */
const begin = (draft: Draft, personId: string, options: PageOptions, isRepeatPage: boolean): void => {
  const plan = planPage(draft, withoutMethod(contactsOf(draft.context.reads, personId), options.without), options, isRepeatPage);
  const { groupId, opening } = draft.group;
  const pageId = draft.newId('page');
  const restEnd = restOfPage(draft, personId, options);
  const isLoud = options.quiet !== true && urgencyOf(draft, options) === 'high';
  const interrupts = isLoud ? drillInterruptedBy(draft.group, personId, draft.context) : undefined;
  draft.add({
    type: 'PageStarted',
    data: {
      groupId,
      pageId,
      personId,
      urgency: urgencyOf(draft, options),
      cause: options.cause,
      opening,
      quiet: options.quiet ?? false,
      everyMethod: plan.everyMethod,
      skipped: plan.skipped,
      cancelledByAcknowledge: options.cancelledByAcknowledge ?? false,
      ...(restEnd ? { waits: restEnd } : {}),
      ...(interrupts === undefined ? {} : { interrupts }),
    },
  });
  planAll(draft, pageId, plan);
};

/** Plans the attempts of a plan, counted from now, or from the end of the rest that the page waits for. */
export const planAll = (draft: Draft, pageId: string, { attempts }: Plan): void => {
  const { now } = draft.context;
  const from = laterOf(pageOf(draft.group, pageId)!.waitsUntil ?? now, now);
  for (const { delayMinutes, ...attempt } of attempts) {
    planAttempt(draft, pageId, { ...attempt, n: 1, dueAt: addMillis(from, delayMinutes * duration.minute) });
  }
};

interface NewAttempt extends Pick<Attempt, 'dueAt' | 'n'> {
  readonly method: Pick<ContactMethod, 'contactMethodId' | 'kind'>;
  readonly because: AttemptReason;
  readonly ruleId?: string | undefined;
  /** Set: moves the attempt of that name to another time. */
  readonly slot?: string | undefined;
  readonly unlessSent?: Attempt['unlessSent'];
  readonly waitsSince?: string | undefined;
}

/** Since when a replanned attempt has waited; undefined if it has not been due yet. */
export const waitingSinceOf = ({ waitsSince, waitsUntil, dueAt }: Attempt): string | undefined =>
  waitsSince ?? (waitsUntil === undefined ? undefined : dueAt);

export const planAttempt = (draft: Draft, pageId: string, newAttempt: NewAttempt): void => {
  const { method, slot, ruleId, dueAt, n, because, unlessSent, waitsSince } = newAttempt;
  const { groupId } = draft.group;
  const { contactMethodId, kind } = method;
  draft.add({
    type: 'AttemptPlanned',
    data: {
      groupId,
      pageId,
      slot: slot ?? draft.newId('attempt'),
      contactMethodId,
      kind,
      dueAt,
      n,
      because,
      ...(ruleId === undefined ? {} : { ruleId }),
      ...(unlessSent ? { unlessSent } : {}),
      ...(waitsSince ? { waitsSince } : {}),
    },
  });
};

/** Whether a page is active, or was sent a moment ago. */
const isUnderWay = (page: Page, now: string): boolean =>
  isRinging(page) || (page.state === 'running' && isNear(page.startedAt, now, alertGroupLimits.pagedJustNow));

/** Whether the page’s next message by this contact method is being sent, or is due. */
export const isAboutToRing = ({ attempts }: Page, contactMethodId: string, now: string): boolean =>
  Object.values(attempts).some(
    (other) =>
      other.contactMethodId === contactMethodId &&
      (other.state === 'sending' || (other.state === 'queued' && other.dueAt <= now && other.waitsUntil === undefined)),
  );

/** Repeats the methods that such a page uses at once, except those about to be used. Later attempts of its rules stay and are not doubled. */
const repeatRing = (draft: Draft, continued: Page, options: PageOptions): void => {
  const { now, reads } = draft.context;
  const { pageId, personId, everyMethod } = continued;
  const plan = planPage(draft, contactsOf(reads, personId), { ...options, everyMethod }, false);
  for (const { delayMinutes, ...attempt } of plan.attempts)
    if (delayMinutes === 0 && !isAboutToRing(continued, attempt.method.contactMethodId, now))
      planAttempt(draft, pageId, { ...attempt, n: 1, dueAt: now, because: 'escalated' });
};

/**
 * Pages a person, once per person and group: an active page continues, unless this one is louder; a person who did not answer is tried again by every
 * method.
 */
export const page = (draft: Draft, personId: string, options: PageOptions): PagingOutcome => {
  const urgency = urgencyOf(draft, options);
  // the assignee is asked whether they are still working on it, even while away
  const isReminder = options.cause.kind === 'reminder';
  const reason = notPagedReasonOf(draft, personId, { urgency: isReminder ? 'high' : urgency, isNow: isRequested(options) });
  if (reason) return { personId, outcome: 'not_reachable', reason };
  const isQuieter = (other: Page): boolean =>
    urgency === 'high' && (other.urgency === 'low' || (options.everyMethod === true && !other.everyMethod));
  const earlierPages = pagesOf(draft, personId);
  const pagesUnderWay = earlierPages.filter((other) => isUnderWay(other, draft.context.now));
  const continued = pagesUnderWay.find((other) => !isQuieter(other));
  if (continued) {
    if (options.pageAgain) repeatRing(draft, continued, options);
    return { personId, outcome: 'continued' };
  }
  const isRepeatPage = earlierPages.some((other) => other.urgency === urgency && (other.state === 'running' || other.state === 'failed'));
  const { groupId } = draft.group;
  const before = earlierPages.filter((other) => other.state === 'running');
  for (const { pageId } of before) draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId, reason: 'delivery.superseded' } });
  // a page that a person requested survives an acknowledgement, even when a step repeats it
  const cancelledByAcknowledge = options.cancelledByAcknowledge === true && before.every((other) => other.cancelledByAcknowledge);
  begin(draft, personId, { ...options, cancelledByAcknowledge }, isRepeatPage);
  return { personId, outcome: isRepeatPage ? 'paged_again' : 'paged' };
};

/** Sends a quiet message, apart from all pages. Does nothing when the person has no method other than `without`. */
export const notifyQuietly = (draft: Draft, personId: string, cause: PageCause, excludedMethodId?: string): void => {
  if (unreachableReasonOf(draft.context.reads, personId, excludedMethodId)) return;
  begin(draft, personId, { cause, quiet: true, urgency: 'low', ...(excludedMethodId ? { without: excludedMethodId } : {}) }, false);
};

/** The person whose own pages an act answers, if it is a person’s. */
export interface OwnAnswer {
  readonly personId: string | null;
  readonly because: AnswerAct;
}

/** Ends the running pages of the acting person. */
export const answerOwnPages = (draft: Draft, personId: string, because: AnswerAct): void =>
  cancelPages(draft, 'delivery.cancelled_by_answer', () => false, { personId, because });

/** Ends running pages with a reason; the page of the acting person counts as answered. */
export const cancelPages = (draft: Draft, reason: DeliveryReason, isMatch: (page: Page) => boolean, answer: OwnAnswer | null): void => {
  for (const other of draft.group.pages) {
    if (other.state !== 'running' || other.quiet) continue;
    const { pageId, personId } = other;
    const { groupId } = draft.group;
    if (personId === answer?.personId) draft.add({ type: 'PageAnswered', data: { groupId, pageId, personId, because: answer.because } });
    else if (isMatch(other)) draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId, reason } });
  }
};

const stopReasons = { person: 'delivery.drill_no_consent', real_page: 'delivery.drill_real_page' } as const;

/** The drill no longer pages this person: what rings them ends at once. */
export const stopDrillPages = (
  draft: Draft,
  { personId, because }: { readonly personId: string; readonly because: keyof typeof stopReasons },
): void => cancelPages(draft, stopReasons[because], (page) => page.personId === personId, null);
