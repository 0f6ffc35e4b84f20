import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import type { Attempt, EscalationState, Page } from '../state.js';
import { planStep } from './escalation.js';
import { rulesOf } from './rules.js';

/** The pages of the step that was taken last, after which the next one counts. */
const isOfStep = ({ cause, quiet }: Page, { round, reached }: EscalationState): boolean =>
  !quiet &&
  ((cause.kind === 'escalation' && cause.round === round && cause.step === reached) || (cause.kind === 'holder_first' && reached === 0));

const countStarted = ({ attempts }: Page): number => Object.values(attempts).filter(({ startedAt }) => startedAt !== null).length;

/** Includes messages for a previous leader of the storm: its pages continue here. */
const hasRung =
  ({ group }: Draft) =>
  (page: Page): boolean =>
    countStarted(page) > 0 || group.links.rang.includes(page.personId);

/** The delay of the step, in milliseconds; undefined where nothing follows it by time. */
const delayOf = ({ group, context }: Draft, { cause }: Page): number | undefined => {
  const { next, reached, exhausted } = group.climb;
  if (group.status !== 'firing' || next === null || exhausted) return undefined;
  if (cause.kind === 'holder_first') return alertGroupLimits.holderFirst;
  const step = rulesOf(group, context.reads).steps[reached - 1];
  return step && step.waitMinutes * duration.minute;
};

const pagesOfStep = ({ group }: Draft): readonly Page[] =>
  group.pages.filter((page) => page.opening === group.opening && page.state === 'running' && isOfStep(page, group.climb));

/** Moves the next step, unless it is postponed because all alerts are ending: a message that was being sent does not end that. */
const countFrom = (draft: Draft, page: Page, instant: string, isMoved: (plannedAt: string, due: string) => boolean): void => {
  if (draft.group.ending?.heldUntil) return;
  const delay = delayOf(draft, page);
  const { next } = draft.group.climb;
  if (delay === undefined || next === null) return;
  const dueAt = addMillis(instant, delay);
  if (isMoved(next.dueAt, dueAt)) planStep(draft, next.round, next.step, dueAt);
};

/** While all pages of a step wait, the delay of the next step does not run: no one has been notified. */
export const countFromEndOfWait = (draft: Draft, page: Page, until: string): void => {
  if (until <= draft.context.now || !isOfStep(page, draft.group.climb) || pagesOfStep(draft).some(hasRung(draft))) return;
  const isWaiting = ({ attempts }: Page): boolean => Object.values(attempts).some(({ waitsUntil }) => waitsUntil !== undefined);
  if (pagesOfStep(draft).every(isWaiting)) countFrom(draft, page, until, (plannedAt, due) => due > plannedAt);
};

/**
 * The delay of a step whose pages all waited counts from the first message with one of them: later if it waited longer, sooner if the person was
 * paged by a method that did not wait, or again manually.
 */
export const countFromFirstRing = (draft: Draft, page: Page, { waitsUntil }: Attempt): void => {
  if (!isOfStep(page, draft.group.climb)) return;
  const { rang } = draft.group.links;
  const isFirst = pagesOfStep(draft).every(
    (one) => countStarted(one) === (one.pageId === page.pageId ? 1 : 0) && !rang.includes(one.personId),
  );
  const isMoved = (plannedAt: string, due: string): boolean => (waitsUntil === undefined ? due < plannedAt : due !== plannedAt);
  if (isFirst) countFrom(draft, page, draft.context.now, isMoved);
};
