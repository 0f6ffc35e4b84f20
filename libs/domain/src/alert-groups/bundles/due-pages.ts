import type { Ring } from '@tocsin/contracts/bundles.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import type { GroupReads, OpenGroup } from '../shared/reads.js';
import { isForming, isMoving, keyOf, lineOf, type LineRow } from './rings-row.js';
import type { DuePage } from './throttled.js';
import { isByHand, verdictOn, type Verdict } from './verdict.js';

export type Way = Pick<Ring, 'personId' | 'contactMethodId' | 'line'>;
type Ctx = Pick<Context<GroupReads>, 'now' | 'epoch' | 'reads'>;

const attemptsTo = function* (groups: Iterable<OpenGroup>, personId: string, asking?: DuePage): Generator<DuePage> {
  for (const group of groups) {
    if (group.test || group.groupId === asking?.group.groupId) continue;
    for (const page of group.pages)
      if (page.personId === personId && page.state === 'running')
        for (const attempt of Object.values(page.attempts)) yield { group, page, attempt };
  }
};

const isDueBy =
  ({ contactMethodId, line }: Way, now: string) =>
  ({ page, attempt }: DuePage): boolean =>
    attempt.state === 'queued' && attempt.dueAt <= now && attempt.contactMethodId === contactMethodId && lineOf(page) === line;

export interface DuePages {
  /** Due by this way, and not waiting for an earlier message. */
  readonly free: readonly DuePage[];
  /** Due but waiting, with the reason. */
  readonly held: readonly { readonly due: DuePage; readonly verdict: Verdict }[];
}

/** The due pages of a person by one way, in all groups that page them. */
export const duePages = (context: Ctx, way: Way): DuePages => {
  const isDue = isDueBy(way, context.now);
  const free: DuePage[] = [];
  const held: { due: DuePage; verdict: Verdict }[] = [];
  for (const due of attemptsTo(context.reads.groups.where('queuedBy', keyOf(way)), way.personId)) {
    if (!isDue(due)) continue;
    const verdict = verdictOn(context, due);
    if (verdict.waits === null) free.push(due);
    else held.push({ due, verdict });
  }
  return { free, held };
};

/** Lines on which pages that waited behind a failed message are still to be passed on, or are being passed on. */
const leftBehind = ({ reads, now }: Ctx, { personId, line }: Way): readonly LineRow[] =>
  Object.entries(reads.rings.get(personId)?.lines ?? {}).flatMap(([key, row]) =>
    key.endsWith(line) && (row.failed !== null || (row.forming?.isPassingOn === true && isForming(row, now))) ? [row] : [],
  );

/**
 * Whether earlier messages are still being formed: those before its own and, if it replaced a failed attempt, those that move the rest. After a
 * minute without progress it waits no longer.
 */
export const isComing = (context: Ctx, way: Way, { attempt }: DuePage): boolean => {
  const own = context.reads.rings.get(way.personId)?.lines[keyOf(way)];
  const others = attempt.because === 'next_method' ? leftBehind(context, way) : [];
  return [...(own ? [own] : []), ...others].some((row) => isMoving(row, context.now));
};

const failedRings = function* (free: Iterable<DuePage>): Generator<string> {
  for (const { page } of free)
    for (const { state, ring } of Object.values(page.attempts)) if (state === 'failed' && ring !== undefined) yield ring;
};

/** Whether a value is in the sequence, which is read only as far as needed. */
const includedIn = (all: Iterable<string>): ((one: string) => boolean) => {
  const seen = new Set<string>();
  const rest = all[Symbol.iterator]();
  return (one) => {
    while (!seen.has(one)) {
      const next = rest.next();
      if (next.done) return false;
      seen.add(next.value);
    }
    return true;
  };
};

const isAny = (all: Iterable<DuePage>, is: (due: DuePage) => boolean): boolean => {
  for (const one of all) if (is(one)) return true;
  return false;
};

/**
 * Whether more pages of the same kind are about to become due and should be waited for. `free`: what would go out now.
 * Called with each provider answer, for thousands of pages, so it reads lazily.
 */
const isMoreToCome = (context: Ctx, way: Way, free: () => Iterable<DuePage>, asking?: DuePage): boolean => {
  const { personId, contactMethodId, line } = way;
  const isPassedOn = isAny(free(), ({ attempt }) => attempt.because === 'next_method');
  if (isPassedOn && leftBehind(context, way).length > 0) return true;
  // a message that replaces a failed one takes all its pages, and all that waited behind it
  const hasFailed = includedIn(isPassedOn ? failedRings(free()) : []);
  return isAny(attemptsTo(context.reads.groups.eachWhere('calledId', personId), personId, asking), ({ page, attempt }) => {
    if (attempt.state !== 'sending') return false;
    // claimed in an earlier epoch: it is due again
    const isLost = attempt.epoch < context.epoch && attempt.contactMethodId === contactMethodId && lineOf(page) === line;
    return isLost || (attempt.ring !== undefined && hasFailed(attempt.ring));
  });
};

const freeBy = function* (context: Ctx, way: Way, asking?: DuePage): Generator<DuePage> {
  const isDue = isDueBy(way, context.now);
  for (const due of attemptsTo(context.reads.groups.eachWhere('queuedBy', keyOf(way)), way.personId, asking))
    if (isDue(due) && verdictOn(context, due).waits === null) yield due;
};

export const isUnsettled = (context: Ctx, way: Way): boolean => isMoreToCome(context, way, () => freeBy(context, way));

/** Whether an attempt that would go out alone has others to go with: due by the same way, or about to be. */
export const hasCompany = (context: Ctx, way: Way, asking: DuePage): boolean =>
  isAny(freeBy(context, way, asking), () => true) || isMoreToCome(context, way, () => [asking], asking);

/** Whether other manual pages are due by the same method: together they are one message. */
export const hasCompanyByHand = (context: Ctx, way: Way, asking: DuePage): boolean => isAny(freeBy(context, way, asking), isByHand);
