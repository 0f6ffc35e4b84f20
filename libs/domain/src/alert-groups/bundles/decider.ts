import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { BundleFact } from '@tocsin/contracts/bundles.js';
import { throttleOf } from '@tocsin/contracts/contact-kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { bundleLimits } from '@tocsin/contracts/limits.js';
import type { Context, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { plus } from '@tocsin/kernel/time.js';
import { contactsOf } from '../paging/plan.js';
import type { GroupReads } from '../shared/reads.js';
import { isPlanned } from '../timers.js';
import type { BundleCommand } from './commands.js';
import { duePages, isUnsettled, type DuePages, type Way } from './due-pages.js';
import { isForming, isOver, keyOf, type LineRow } from './rings-row.js';
import { counts, isFirst, type DuePage } from './throttled.js';
import { isByHand, verdictOn } from './verdict.js';

type Ctx = Context<GroupReads>;

const inParts = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / bundleLimits.listed) }, (_, n) =>
    all.slice(n * bundleLimits.listed, (n + 1) * bundleLimits.listed),
  );

const named = ({ group: { groupId }, page: { pageId }, attempt: { slot } }: DuePage) => ({ groupId, pageId, slot });

type Filled = Omit<FactOf<'BundleFilled'>, keyof Way | 'bundleId'>;
const filled = (way: Way, context: Ctx, data: Filled): BundleFact => ({
  type: 'BundleFilled',
  data: { ...way, bundleId: context.newId('bundle'), ...data },
});

const passedOn = (
  way: Way,
  pages: readonly DuePage[],
  details: Pick<FactOf<'BundlePassedOn'>, 'reason' | 'retryAt' | 'full'>,
): readonly BundleFact[] =>
  inParts(pages).map((part) => ({ type: 'BundlePassedOn', data: { ...way, ...details, members: part.map(named) } }));

const isPassing = (pages: readonly DuePage[]): Pick<Filled, 'passedOn'> => (pages.length > 0 ? { passedOn: true } : {});

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
const passOn = (way: Way, context: Ctx, failed: NonNullable<LineRow['failed']>): Decision<BundleFact> => {
  const { free, held } = duePages(context, way);
  const freed = free.filter(isWaiting);
  const first = freed.filter((due) => !wasPassedOn(due));
  const waiting = [...first, ...held.map(({ due }) => due).filter(isWaiting)];
  const part = waiting.slice(0, bundleLimits.pages);
  const more = part.length < waiting.length;
  const left = first.length < freed.length ? { left: true as const } : {};
  return [...passedOn(way, part, failed), filled(way, context, { count: 0, whole: true, more, ...left, ...isPassing(part) })];
};

/**
 * A message that goes out over a full limit takes along the pages waiting for the limit, since it counts once; except while an earlier message is
 * pending.
 */
const withThrottled = (context: Ctx, way: Way, line: LineRow, { free, held }: DuePages): DuePages => {
  const isOverThrottle = (due: DuePage): boolean => {
    const verdict = verdictOn(context, due);
    return verdict.waits === null && 'overThrottle' in verdict;
  };
  const joins = held.filter(({ verdict }) => 'throttled' in verdict);
  if (joins.length === 0 || !isOver(line.wait, keyOf(way), context.now) || !free.some(isOverThrottle)) return { free, held };
  return { free: [...free, ...joins.map(({ due }) => due)], held: held.filter((one) => !joins.includes(one)) };
};

interface HeldBack {
  /**
   * Pages that have waited for a full throttle: each is tried by another contact method, or waits for the next free
   * slot.
   */
  readonly toTry: readonly DuePage[];
  /** When the next page that waits for the throttle is tried. */
  readonly until: string | undefined;
  /** Other pages wait for the message before them. */
  readonly more: boolean;
}

const heldBack = ({ now }: Ctx, held: DuePages['held']): HeldBack => {
  const full = held.filter(({ verdict }) => 'instead' in verdict || 'throttled' in verdict);
  // a page that has just become due makes its own request
  const waiting = full.filter(({ due }) => due.attempt.waitsUntil !== undefined);
  const toTry = waiting.filter(({ due, verdict }) => due.attempt.waitsUntil! <= now || 'instead' in verdict);
  const isToTry = new Set(toTry.map(({ due }) => due));
  const untils = waiting.filter(({ due }) => !isToTry.has(due)).map(({ due }) => due.attempt.waitsUntil!);
  const rest = toTry.length > bundleLimits.pages ? [plus(now, duration.second)] : [];
  const [until] = [...untils, ...rest].toSorted();
  return { toTry: toTry.slice(0, bundleLimits.pages).map(({ due }) => due), until, more: held.length > full.length };
};

/** The limit that the message counts for. Repeats of a page don’t count. */
const throttleBy = (context: Ctx, { personId, contactMethodId }: Way, free: readonly DuePage[]): Pick<Filled, 'throttle'> => {
  const method = contactsOf(context.reads, personId).methods.find((one) => one.contactMethodId === contactMethodId);
  const throttle = method ? throttleOf(method) : null;
  return throttle && free.some((due) => counts(context, due)) ? { throttle } : {};
};

/** Order under a message limit: first pages for a group, then services by their last message, oldest first. */
const inOrder = (context: Ctx, personId: string, free: readonly DuePage[]): readonly DuePage[] => {
  const services = context.reads.rings.get(personId)?.services ?? {};
  const rank = (due: DuePage): string =>
    `${isFirst(due) ? 0 : 1} ${(due.group.serviceId === null ? undefined : services[due.group.serviceId]?.at) ?? ''}`;
  return free.toSorted((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
};

/** If there are more pages than fit into a message, manual ones come first. */
const byHandFirst = (free: readonly DuePage[]): readonly DuePage[] =>
  free.length > bundleLimits.pages ? [...free.filter(isByHand), ...free.filter((due) => !isByHand(due))] : free;

const memberOf = (context: Ctx, due: DuePage): FactOf<'BundleFormed'>['members'][number] => {
  const verdict = verdictOn(context, due);
  if (verdict.waits !== null) return named(due);
  const { exempt, overThrottle } = verdict;
  return { ...named(due), ...(exempt ? { exempt } : {}), ...(overThrottle ? { overThrottle } : {}) };
};

/**
 * Forms one message of all pages due for a person by one method. Does nothing while more pages are about to become due: their events request it
 * again.
 */
const form = (way: Way, context: Ctx, line: LineRow): Decision<BundleFact> => {
  if (isForming(line, context.now)) return [];
  if (line.failed) return passOn(way, context, line.failed);
  if (isUnsettled(context, way)) return [];
  const { free, held } = withThrottled(context, way, line, duePages(context, way));
  const bundleId = context.newId('bundle');
  const isWhole = isOver(line.wait, keyOf(way), context.now);
  const throttle = throttleBy(context, way, free);
  const ordered = throttle.throttle ? inOrder(context, way.personId, free) : free;
  const members = byHandFirst(ordered)
    .slice(0, bundleLimits.pages)
    .map((due) => memberOf(context, due));
  const isFull = members.length < free.length;
  const { toTry, until, more } = heldBack(context, held);
  const exempt = members.some((member) => member.exempt) ? { exempt: true as const } : {};
  return [
    ...inParts(members).map((part): BundleFact => ({ type: 'BundleFormed', data: { ...way, bundleId, members: [...part] } })),
    ...passedOn(way, toTry, { reason: 'delivery.throttled', retryAt: null, full: true }),
    filled(way, context, {
      count: members.length,
      whole: isWhole,
      more: more || isFull,
      ...(isFull ? { left: true } : {}),
      ...exempt,
      ...isPassing(toTry),
      ...throttle,
      ...(until === undefined ? {} : { throttledUntil: until }),
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
  sequence: (facts) => facts.flatMap((fact) => (fact.type === 'BundleFilled' ? fact.data.contactMethodId : []))[0],
  streamId: { FormBundle: ({ personId }) => personId, StartBundle: ({ personId }) => personId },
  decide: {
    FormBundle: ({ personId, contactMethodId, line: name, ...planned }, _state, context) => {
      const way = { personId, contactMethodId, line: name };
      const line = context.reads.rings.get(personId)?.lines[keyOf(way)];
      if (!line || !(isPlanned(line.held, planned) || isPlanned(line.free, planned))) return [];
      return form(way, context, line);
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
