import type { Ring } from '@tocsin/contracts/alert-groups/bundles.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { isRehearsal } from '../shared/rehearsal.js';
import type { GroupReads, OpenGroup } from '../shared/reads.js';
import { isForming, isMoving, keyOf, lineOf, type LineRow } from './rings-row.js';
import type { DuePage } from './throttle-verdict.js';
import { isByHand, judgeAttempt, type Verdict } from './verdict.js';

export type BundleLineRef = Pick<Ring, 'personId' | 'contactMethodId' | 'line'>;
type PageContext = Pick<Context<GroupReads>, 'now' | 'epoch' | 'reads'>;

const listAttemptsTo = function* (
  groups: Iterable<OpenGroup>,
  personId: string,
  { reads }: Pick<PageContext, 'reads'>,
  askingPage?: DuePage,
): Generator<DuePage> {
  for (const group of groups) {
    if (group.test || group.groupId === askingPage?.group.groupId || isRehearsal(group, reads)) continue;
    for (const page of group.pages)
      if (page.personId === personId && page.state === 'running')
        for (const attempt of Object.values(page.attempts)) yield { group, page, attempt };
  }
};

const isDueBy =
  ({ contactMethodId, line }: BundleLineRef, now: string) =>
  ({ page, attempt }: DuePage): boolean =>
    attempt.state === 'queued' && attempt.dueAt <= now && attempt.contactMethodId === contactMethodId && lineOf(page) === line;

/** The values of a sequence, which is read only as far as needed, and only once. */
const readOnce = <T>(all: Iterator<T>): Iterable<T> => {
  const known: T[] = [];
  return {
    *[Symbol.iterator]() {
      for (let n = 0; ; n += 1) {
        if (n === known.length) {
          const next = all.next();
          if (next.done) return;
          known.push(next.value);
        }
        yield known[n]!;
      }
    },
  };
};

const listDuePages = function* (context: PageContext, lineRef: BundleLineRef, askingPage?: DuePage): Generator<JudgedPage> {
  const isDue = isDueBy(lineRef, context.now);
  for (const due of listAttemptsTo(context.reads.groups.eachWhere('queuedBy', keyOf(lineRef)), lineRef.personId, context, askingPage))
    if (isDue(due)) yield { due, verdict: judgeAttempt(context, due) };
};

export interface DuePages {
  /** Due by this way, and not waiting for an earlier message. */
  readonly free: readonly DuePage[];
  /** Due but waiting, with the reason. */
  readonly held: readonly JudgedPage[];
}

/** A due page, and whether it waits. */
export interface JudgedPage {
  readonly due: DuePage;
  readonly verdict: Verdict;
}

/** The due pages of a person by one way, in all groups that page them: each is judged once, when it is first reached, however often they are read. */
export const judgeDuePages = (context: PageContext, lineRef: BundleLineRef): Iterable<JudgedPage> =>
  readOnce(listDuePages(context, lineRef));

const byGroup = ({ due: { group: one } }: JudgedPage, { due: { group: other } }: JudgedPage): number =>
  one.groupId < other.groupId ? -1 : one.groupId > other.groupId ? 1 : 0;

/** The same, all of them, in the order of their groups: an index has another one after a restart. */
export const sortDuePages = (judgedPages: Iterable<JudgedPage>): DuePages => {
  const freePages: DuePage[] = [];
  const heldPages: JudgedPage[] = [];
  for (const one of [...judgedPages].toSorted(byGroup)) {
    if (one.verdict.waits === null) freePages.push(one.due);
    else heldPages.push(one);
  }
  return { free: freePages, held: heldPages };
};

/** Lines on which pages that waited behind a failed message are still to be passed on, or are being passed on. */
const linesToPassOn = ({ reads, now }: PageContext, { personId, line }: BundleLineRef): readonly LineRow[] =>
  Object.entries(reads.rings.get(personId)?.lines ?? {}).flatMap(([key, row]) =>
    key.endsWith(line) && (row.failed !== null || (row.forming?.isPassingOn === true && isForming(row, now))) ? [row] : [],
  );

/**
 * Whether earlier messages are still being formed: those before its own and, if it replaced a failed attempt, those that move the rest. After a
 * minute without progress it waits no longer.
 */
export const isComing = (context: PageContext, lineRef: BundleLineRef, { attempt }: DuePage): boolean => {
  const ownLine = context.reads.rings.get(lineRef.personId)?.lines[keyOf(lineRef)];
  const linesBefore = attempt.because === 'next_method' ? linesToPassOn(context, lineRef) : [];
  return [...(ownLine ? [ownLine] : []), ...linesBefore].some((row) => isMoving(row, context.now));
};

const listFailedRings = function* (free: Iterable<DuePage>): Generator<string> {
  for (const { page } of free)
    for (const { state, ring } of Object.values(page.attempts)) if (state === 'failed' && ring !== undefined) yield ring;
};

/** Whether a value is in the sequence, which is read only as far as needed. */
const membershipOf = (all: Iterable<string>): ((one: string) => boolean) => {
  const checked = new Set<string>();
  const rest = all[Symbol.iterator]();
  return (one) => {
    while (!checked.has(one)) {
      const next = rest.next();
      if (next.done) return false;
      checked.add(next.value);
    }
    return true;
  };
};

const isAny = (all: Iterable<DuePage>, isMatch: (due: DuePage) => boolean): boolean => {
  for (const one of all) if (isMatch(one)) return true;
  return false;
};

/**
 * Whether more pages of the same kind are about to become due and should be waited for. `free`: what would go out now.
 * Called with each provider answer, for thousands of pages, so it reads lazily.
 */
const isMoreToCome = (
  context: PageContext,
  lineRef: BundleLineRef,
  freePagesOf: () => Iterable<DuePage>,
  askingPage?: DuePage,
): boolean => {
  const { personId, contactMethodId, line } = lineRef;
  const isPassedOn = isAny(freePagesOf(), ({ attempt }) => attempt.because === 'next_method');
  if (isPassedOn && linesToPassOn(context, lineRef).length > 0) return true;
  // a message that replaces a failed one takes all its pages, and all that waited behind it
  const hasFailed = membershipOf(isPassedOn ? listFailedRings(freePagesOf()) : []);
  return isAny(listAttemptsTo(context.reads.groups.eachWhere('calledId', personId), personId, context, askingPage), ({ page, attempt }) => {
    if (attempt.state !== 'sending') return false;
    // claimed in an earlier epoch: it is due again
    const isLost = attempt.epoch < context.epoch && attempt.contactMethodId === contactMethodId && lineOf(page) === line;
    return isLost || (attempt.ring !== undefined && hasFailed(attempt.ring));
  });
};

const listFreePages = function* (judgedPages: Iterable<JudgedPage>): Generator<DuePage> {
  for (const { due, verdict } of judgedPages) if (verdict.waits === null) yield due;
};

export const isUnsettled = (context: PageContext, lineRef: BundleLineRef, judgedPages = judgeDuePages(context, lineRef)): boolean =>
  isMoreToCome(context, lineRef, () => listFreePages(judgedPages));

const listCompany = (context: PageContext, lineRef: BundleLineRef, askingPage: DuePage): Iterable<DuePage> =>
  listFreePages(listDuePages(context, lineRef, askingPage));

/** Whether an attempt that would go out alone has others to go with: due by the same way, or about to be. */
export const hasCompany = (context: PageContext, lineRef: BundleLineRef, askingPage: DuePage): boolean =>
  isAny(listCompany(context, lineRef, askingPage), () => true) || isMoreToCome(context, lineRef, () => [askingPage], askingPage);

/** Whether other manual pages are due by the same method: together they are one message. */
export const hasCompanyByHand = (context: PageContext, lineRef: BundleLineRef, askingPage: DuePage): boolean =>
  isAny(listCompany(context, lineRef, askingPage), isByHand);

/** Whether a page of the same service is due by the same method, in a bundle that is being claimed or behind it: this one is not the first. */
export const hasCompanyOfService = (context: PageContext, lineRef: BundleLineRef, { group: { groupId, serviceId } }: DuePage): boolean => {
  const isDue = isDueBy(lineRef, context.now);
  return isAny(
    listAttemptsTo(context.reads.groups.eachWhere('queuedBy', keyOf(lineRef)), lineRef.personId, context),
    (other) => other.group.groupId !== groupId && other.group.serviceId === serviceId && isDue(other),
  );
};
