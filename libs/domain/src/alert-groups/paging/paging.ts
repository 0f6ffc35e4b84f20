import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { PageCause } from '@tocsin/contracts/pages.js';
import type { ContactMethod, ContactRow, NotificationRule, Urgency } from '@tocsin/contracts/contacts.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import { duration, limits } from '@tocsin/contracts/limits.js';
import { between, plus } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import type { GroupReads } from '../reads.js';
import type { Core, Page } from '../state.js';

type Outcome = FactOf<'EscalationStepTaken'>['targets'][number]['persons'][number];
type Because = FactOf<'AttemptPlanned'>['because'];
interface Plan {
  readonly attempts: readonly { readonly method: ContactMethod; readonly delayMinutes: number; readonly because: Because }[];
  readonly skipped: FactOf<'PageStarted'>['skipped'];
  readonly everyMethod: boolean;
}

const noContacts: ContactRow = { id: '', methods: [], rules: [] };
export const contactsOf = (reads: GroupReads, personId: string): ContactRow => reads.contacts.get(personId) ?? noContacts;

const lacking = (contacts: ContactRow, contactMethodId: string | undefined): ContactRow => ({
  ...contacts,
  methods: contacts.methods.filter((method) => method.contactMethodId !== contactMethodId),
});

const verified = (contacts: ContactRow): readonly ContactMethod[] => contacts.methods.filter((method) => method.verified);

const whyNot = (method: ContactMethod): DeliveryReason => (method.disabled ? 'delivery.method_disabled' : 'delivery.not_verified');

const every = (contacts: ContactRow): Plan => ({
  attempts: verified(contacts).map((method) => ({ method, delayMinutes: 0, because: 'every_method' })),
  skipped: contacts.methods
    .filter((method) => !method.verified)
    .map((method) => ({ contactMethodId: method.contactMethodId, reason: whyNot(method) })),
  everyMethod: true,
});

/** E-mail before the rest: the one that wakes nobody. */
const quietest = (contacts: ContactRow): ContactMethod | undefined =>
  verified(contacts).find((method) => method.kind === 'email') ?? verified(contacts)[0];

/** One message without ringing: by the first low-urgency rule, else by the quietest method. */
const quietly = (contacts: ContactRow): Plan => {
  const rule = rulesFor(contacts, 'low').find(({ method }) => method.verified);
  const method = rule?.method ?? quietest(contacts);
  return { attempts: method ? [{ method, delayMinutes: 0, because: 'quiet' }] : [], skipped: [], everyMethod: false };
};

const rulesFor = (contacts: ContactRow, urgency: Urgency): readonly { rule: NotificationRule; method: ContactMethod }[] =>
  contacts.rules
    .filter((rule) => rule.urgency === urgency)
    .toSorted((a, b) => a.delayMinutes - b.delayMinutes)
    .flatMap((rule) => {
      const method = contacts.methods.find((candidate) => candidate.contactMethodId === rule.contactMethodId);
      return method ? [{ rule, method }] : [];
    });

/** By the person’s rules. High urgency without a usable rule takes every verified method at once; low the quietest. */
const byRules = (contacts: ContactRow, urgency: Urgency): Plan => {
  const rules = rulesFor(contacts, urgency);
  const usable = rules.filter(({ method }) => method.verified);
  if (usable.length === 0) return urgency === 'high' ? every(contacts) : quietly(contacts);
  return {
    attempts: usable.map(({ rule, method }) => ({ method, delayMinutes: rule.delayMinutes, because: 'rule' })),
    skipped: rules
      .filter(({ method }) => !method.verified)
      .map(({ method }) => ({ contactMethodId: method.contactMethodId, reason: whyNot(method) })),
    everyMethod: false,
  };
};

/** Why this person can’t be paged at all, or null. */
export const unreachable = (reads: GroupReads, personId: string, without?: string): DeliveryReason | null => {
  const person = reads.people.get(personId);
  if (!person) return 'delivery.person_unknown';
  if (person.state === 'disabled' || person.state === 'erased') return 'delivery.person_disabled';
  return verified(lacking(contactsOf(reads, personId), without)).length === 0 ? 'delivery.no_method' : null;
};

const live = (page: Page): boolean =>
  Object.values(page.attempts).some((attempt) => attempt.state === 'queued' || attempt.state === 'sending');

/** Still on its way to the person: continued, never doubled. */
export const isRinging = (page: Page): boolean => page.state === 'running' && !page.quiet && live(page);
export const pagesOf = (draft: Draft, personId: string): readonly Page[] =>
  Object.values(draft.group.pages).filter((page) => page.personId === personId && page.opening === draft.group.opening && !page.quiet);

export interface PageOptions {
  readonly cause: PageCause;
  readonly urgency?: Urgency;
  /** Told once, without ringing. */
  readonly quiet?: boolean;
  readonly everyMethod?: boolean;
  readonly cancelledByAcknowledge?: boolean;
  /** A contact method that is not used for it. */
  readonly without?: string;
}

/** The contact method that a test is about. */
export const triedOut = ({ origin }: Core): string | undefined => (origin.kind === 'test' ? origin.contactMethodId : undefined);

const wanted = (draft: Draft, { urgency }: PageOptions): Urgency => urgency ?? draft.group.urgency;

const planned = (draft: Draft, contacts: ContactRow, options: PageOptions, again: boolean): Plan => {
  const only = triedOut(draft.group);
  const method = verified(contacts).find(({ contactMethodId }) => contactMethodId === only);
  if (method)
    return { attempts: [{ method, delayMinutes: 0, because: options.quiet ? 'quiet' : 'tried_out' }], skipped: [], everyMethod: false };
  if (options.quiet) return quietly(contacts);
  return options.everyMethod || (again && wanted(draft, options) === 'high') ? every(contacts) : byRules(contacts, wanted(draft, options));
};

/** Begins a page, whatever else runs. The person must be reachable. */
const begin = (draft: Draft, personId: string, options: PageOptions, again: boolean): void => {
  const plan = planned(draft, lacking(contactsOf(draft.context.reads, personId), options.without), options, again);
  const { groupId, opening } = draft.group;
  const pageId = draft.newId('page');
  draft.add({
    type: 'PageStarted',
    data: {
      groupId,
      pageId,
      personId,
      urgency: wanted(draft, options),
      cause: options.cause,
      opening,
      quiet: options.quiet ?? false,
      everyMethod: plan.everyMethod,
      skipped: plan.skipped,
      cancelledByAcknowledge: options.cancelledByAcknowledge ?? false,
    },
  });
  for (const { method, delayMinutes, because } of plan.attempts) {
    planAttempt(draft, pageId, method, plus(draft.context.now, delayMinutes * duration.minute), 1, because);
  }
};

/** Plans an attempt; `slot` given: the same attempt at another time. */
export const planAttempt = (
  draft: Draft,
  pageId: string,
  method: Pick<ContactMethod, 'contactMethodId' | 'kind'>,
  dueAt: string,
  n: number,
  because: Because,
  slot: string = draft.newId('attempt'),
): void => {
  const { groupId } = draft.group;
  draft.add({
    type: 'AttemptPlanned',
    data: { groupId, pageId, slot, contactMethodId: method.contactMethodId, kind: method.kind, dueAt, n, because },
  });
};

/** A page that is on its way, or went out a moment ago. */
const isUnderWay = (page: Page, now: string): boolean =>
  isRinging(page) || (page.state === 'running' && between(page.startedAt, now) < limits.pagedJustNow);

/**
 * Pages a person, once per person and group: somebody who is being rung goes on being rung, unless this is louder; somebody
 * who was, and did not answer, is tried again by every method.
 */
export const page = (draft: Draft, personId: string, options: PageOptions): Outcome => {
  const reason = unreachable(draft.context.reads, personId);
  if (reason) return { personId, outcome: 'not_reachable', reason };
  const urgency = wanted(draft, options);
  const isQuieter = (other: Page): boolean =>
    urgency === 'high' && (other.urgency === 'low' || (options.everyMethod === true && !other.everyMethod));
  const earlier = pagesOf(draft, personId);
  const underWay = earlier.filter((other) => isUnderWay(other, draft.context.now));
  if (underWay.some((other) => !isQuieter(other))) return { personId, outcome: 'continued' };
  const again = earlier.some((other) => other.urgency === urgency && (other.state === 'running' || other.state === 'failed'));
  const { groupId } = draft.group;
  const before = earlier.filter((other) => other.state === 'running');
  for (const { pageId } of before) draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId, reason: 'delivery.superseded' } });
  // what a person asked for outlives an acknowledge, also when a rung repeats it
  const cancelledByAcknowledge = options.cancelledByAcknowledge === true && before.every((other) => other.cancelledByAcknowledge);
  begin(draft, personId, { ...options, cancelledByAcknowledge }, again);
  return { personId, outcome: again ? 'paged_again' : 'paged' };
};

/** A message that wakes nobody: it neither continues nor doubles anything. Silent when the person has no method, beside the one to do `without`. */
export const tell = (draft: Draft, personId: string, cause: PageCause, without?: string): void => {
  if (unreachable(draft.context.reads, personId, without)) return;
  begin(draft, personId, { cause, quiet: true, urgency: 'low', ...(without ? { without } : {}) }, false);
};

/** Ends running pages, each with its reason; the person who acts has answered theirs. */
export const cancelPages = (draft: Draft, reason: DeliveryReason, which: (page: Page) => boolean, actorId: string | null): void => {
  for (const other of Object.values(draft.group.pages)) {
    if (other.state !== 'running' || other.quiet) continue;
    const { pageId, personId } = other;
    const { groupId } = draft.group;
    if (personId === actorId) draft.add({ type: 'PageAnswered', data: { groupId, pageId, personId } });
    else if (which(other)) draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId, reason } });
  }
};
