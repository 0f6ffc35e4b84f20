import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { BundleFact } from '@tocsin/contracts/alert-groups/bundles.js';
import { throttleOf } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import type { Context, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { contactsOf } from '../paging/plan.js';
import type { GroupReads } from '../shared/reads.js';
import { isPlanned } from '../due-plan.js';
import type { BundleCommand } from './commands.js';
import { isUnsettled, judgeDuePages, sortDuePages, type DuePages, type BundleLineRef } from './due-pages.js';
import { isForming, isOver, keyOf, type LineRow } from './rings-row.js';
import { sharedNumberOf } from './numbers.js';
import { doesCount, isFirst, type DuePage } from './throttle-verdict.js';
import { isByHand, judgeAttempt } from './verdict.js';

type GroupContext = Context<GroupReads>;

const splitIntoParts = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / bundleLimits.listed) }, (_, n) =>
    all.slice(n * bundleLimits.listed, (n + 1) * bundleLimits.listed),
  );

const attemptRef = ({ group: { groupId }, page: { pageId }, attempt: { slot } }: DuePage) => ({ groupId, pageId, slot });

type BundleFilledDetails = Omit<FactOf<'BundleFilled'>, keyof BundleLineRef | 'bundleId'>;
const bundleFilled = (bundleLine: BundleLineRef, context: GroupContext, data: BundleFilledDetails): BundleFact => ({
  type: 'BundleFilled',
  data: { ...bundleLine, bundleId: context.newId('bundle'), ...data },
});

const passOnFacts = (
  bundleLine: BundleLineRef,
  pages: readonly DuePage[],
  details: Pick<FactOf<'BundlePassedOn'>, 'reason' | 'retryAt' | 'full'>,
): readonly BundleFact[] =>
  splitIntoParts(pages).map((part) => ({ type: 'BundlePassedOn', data: { ...bundleLine, ...details, members: part.map(attemptRef) } }));

const isPassing = (pages: readonly DuePage[]): Pick<BundleFilledDetails, 'passedOn'> => (pages.length > 0 ? { passedOn: true } : {});

const isWaiting = ({ attempt }: DuePage): boolean => attempt.n === 1 && attempt.waitsUntil !== undefined;

/** Whether it was passed on already, and the next method was the same one, by a later rule. */
const wasPassedOn = ({ page, attempt }: DuePage): boolean =>
  attempt.because === 'next_method' &&
  Object.values(page.attempts).some(
    ({ slot, contactMethodId, state, because }) =>
      slot !== attempt.slot &&
      contactMethodId === attempt.contactMethodId &&
      (state === 'failed' || state === 'stale' || because === 'retry'),
  );

/**
 * Pages behind a failed message move to the next contact method, in batches of one event. Those that return to the same method are not moved again:
 * they are sent when the rest has moved.
 */
const passPagesOn = (bundleLine: BundleLineRef, context: GroupContext, failure: NonNullable<LineRow['failed']>): Decision<BundleFact> => {
  const { free, held } = sortDuePages(judgeDuePages(context, bundleLine));
  const waitingPages = free.filter(isWaiting);
  const first = waitingPages.filter((due) => !wasPassedOn(due));
  const pagesToPassOn = [...first, ...held.map(({ due }) => due).filter(isWaiting)];
  const part = pagesToPassOn.slice(0, bundleLimits.pages);
  const hasMore = part.length < pagesToPassOn.length;
  const leftField = first.length < waitingPages.length ? { left: true as const } : {};
  return [
    ...passOnFacts(bundleLine, part, failure),
    bundleFilled(bundleLine, context, { count: 0, whole: true, more: hasMore, ...leftField, ...isPassing(part) }),
  ];
};

/**
 * A message that goes out over a full limit takes along the pages waiting for the limit, since it counts once; except while an earlier message is
 * pending.
 */
const withThrottled = (context: GroupContext, bundleLine: BundleLineRef, line: LineRow, { free, held }: DuePages): DuePages => {
  const isOverThrottle = (due: DuePage): boolean => {
    const verdict = judgeAttempt(context, due);
    return verdict.waits === null && 'overThrottle' in verdict;
  };
  const throttledPages = held.filter(({ verdict }) => 'throttled' in verdict);
  if (throttledPages.length === 0 || !isOver(line.wait, keyOf(bundleLine), context.now) || !free.some(isOverThrottle))
    return { free, held };
  return { free: [...free, ...throttledPages.map(({ due }) => due)], held: held.filter((one) => !throttledPages.includes(one)) };
};

interface WaitingPages {
  /**
   * Pages that have waited for a full throttle: each is tried by another contact method, or waits for the next free
   * slot.
   */
  readonly toTry: readonly DuePage[];
  /** When the next page that waits for the throttle is tried. */
  readonly until: string | undefined;
  /** That instant is none of its own limit. */
  readonly isByNumber: boolean;
  /** Other pages wait for the message before them. */
  readonly more: boolean;
}

const sortWaiting = ({ now }: GroupContext, heldPages: DuePages['held']): WaitingPages => {
  const full = heldPages.filter(({ verdict }) => 'instead' in verdict || 'throttled' in verdict);
  // a page that has just become due makes its own request
  const pagesWaiting = full.filter(({ due }) => due.attempt.waitsUntil !== undefined);
  const pagesToTry = pagesWaiting.filter(({ due, verdict }) => due.attempt.waitsUntil! <= now || 'instead' in verdict);
  const isToTry = new Set(pagesToTry.map(({ due }) => due));
  const waitEnds = pagesWaiting.filter(({ due }) => !isToTry.has(due)).map(({ due }) => due.attempt.waitsUntil!);
  const rest = pagesToTry.length > bundleLimits.pages ? [addMillis(now, duration.second)] : [];
  const [until] = [...waitEnds, ...rest].toSorted();
  const isByNumber = full.some(({ verdict }) => 'waitsForNumber' in verdict);
  return { toTry: pagesToTry.slice(0, bundleLimits.pages).map(({ due }) => due), until, isByNumber, more: heldPages.length > full.length };
};

/** The limit that the message counts for. Repeats of a page don’t count. */
const throttleFor = (
  context: GroupContext,
  { personId, contactMethodId }: BundleLineRef,
  freePages: readonly DuePage[],
): Pick<BundleFilledDetails, 'throttle'> => {
  const method = contactsOf(context.reads, personId).methods.find((one) => one.contactMethodId === contactMethodId);
  const throttle = method ? throttleOf(method) : null;
  return throttle && freePages.some((due) => doesCount(context, due)) ? { throttle } : {};
};

/** Order under a message limit: first pages for a group, then services by their last message, oldest first. */
const orderPages = (context: GroupContext, personId: string, freePages: readonly DuePage[]): readonly DuePage[] => {
  const services = context.reads.rings.get(personId)?.services ?? {};
  const rankOf = (due: DuePage): string =>
    `${isFirst(due) ? 0 : 1} ${(due.group.serviceId === null ? undefined : services[due.group.serviceId]?.at) ?? ''}`;
  return freePages.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : rankOf(one) > rankOf(other) ? 1 : 0));
};

/** If there are more pages than fit into a message, manual ones come first. */
const byHandFirst = (freePages: readonly DuePage[]): readonly DuePage[] =>
  freePages.length > bundleLimits.pages ? [...freePages.filter(isByHand), ...freePages.filter((due) => !isByHand(due))] : freePages;

const memberOf = (context: GroupContext, due: DuePage): FactOf<'BundleFormed'>['members'][number] => {
  const verdict = judgeAttempt(context, due);
  if (verdict.waits !== null) return attemptRef(due);
  const { exempt, overThrottle } = verdict;
  return { ...attemptRef(due), ...(exempt ? { exempt } : {}), ...(overThrottle ? { overThrottle } : {}) };
};

/**
 * Forms one message of all pages due for a person by one method. Does nothing while more pages are about to become due: their events request it
 * again.
 */
const formBundle = (bundleLine: BundleLineRef, context: GroupContext, line: LineRow): Decision<BundleFact> => {
  if (isForming(line, context.now)) return [];
  if (line.failed) return passPagesOn(bundleLine, context, line.failed);
  const judgedPages = judgeDuePages(context, bundleLine);
  if (isUnsettled(context, bundleLine, judgedPages)) return [];
  const { free, held } = withThrottled(context, bundleLine, line, sortDuePages(judgedPages));
  const bundleId = context.newId('bundle');
  const isWhole = isOver(line.wait, keyOf(bundleLine), context.now);
  const throttle = throttleFor(context, bundleLine, free);
  const orderedPages = throttle.throttle ? orderPages(context, bundleLine.personId, free) : free;
  const members = byHandFirst(orderedPages)
    .slice(0, bundleLimits.pages)
    .map((due) => memberOf(context, due));
  const isFull = members.length < free.length;
  const { toTry: pagesToTry, until, isByNumber, more } = sortWaiting(context, held);
  const exempt = members.some((member) => member.exempt) ? { exempt: true as const } : {};
  return [
    ...splitIntoParts(members).map((part): BundleFact => ({ type: 'BundleFormed', data: { ...bundleLine, bundleId, members: [...part] } })),
    ...passOnFacts(bundleLine, pagesToTry, { reason: 'delivery.throttled', retryAt: null, full: true }),
    bundleFilled(bundleLine, context, {
      count: members.length,
      whole: isWhole,
      more: more || isFull,
      ...(isFull ? { left: true } : {}),
      ...exempt,
      ...isPassing(pagesToTry),
      ...throttle,
      ...(until === undefined ? {} : { throttledUntil: until, ...(isByNumber ? { waitsForNumber: true } : {}) }),
      ...(members.length > 0 ? sharedNumberOf(context, bundleLine) : {}),
    }),
  ];
};

/**
 * Forms one message of the pages that wait for a person. One stream for each person, so that two reactors can’t form
 * the same bundle.
 */
export const bundleDecider: Decider<null, BundleCommand, BundleFact, GroupReads> = {
  category: 'bundle',
  initial: null,
  // decisions about one contact method are serialised, so that a person is notified once
  sequenceOf: (facts) =>
    facts.flatMap((fact) => (fact.type === 'BundleFilled' ? (fact.data.sharedNumber ?? fact.data.contactMethodId) : []))[0],
  streamId: { FormBundle: ({ personId }) => personId, StartBundle: ({ personId }) => personId },
  decide: {
    FormBundle: ({ personId, contactMethodId, line: name, ...planned }, _state, context) => {
      const bundleLine = { personId, contactMethodId, line: name };
      const line = context.reads.rings.get(personId)?.lines[keyOf(bundleLine)];
      if (!line || !(isPlanned(line.held, planned) || isPlanned(line.free, planned))) return [];
      return formBundle(bundleLine, context, line);
    },
    StartBundle: (data, _state, { epoch }) => [{ type: 'BundleStarted', data: { ...data, epoch } }],
  },
  evolve: {
    BundleFormed: (state) => state,
    BundlePassedOn: (state) => state,
    BundleFilled: (state) => state,
    BundleStarted: (state) => state,
  },
};
