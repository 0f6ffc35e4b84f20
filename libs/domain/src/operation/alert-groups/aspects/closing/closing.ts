import { quietRank } from '../../../../rules/ranks.js';
import { changeExisting } from '../../evolve/evolver.js';
import type { Aspect } from '../aspect.js';
import type { ClosingPart } from './part.js';
import { closingPlanOf, firstReviewOf, isActivity, postponeClosing } from './plan.js';

/** A group without acts and signals is closed. */
export const closing: Aspect<ClosingPart, 'AlertGroupClosingPlanned' | 'AlertGroupClosingReviewed'> = {
  begin: (opened, { at, eventId }) => ({ touched: at, closing: firstReviewOf(opened, at, eventId) }),
  keep: ({ touched, closing: plan }) => ({ touched, closing: plan }),
  fold: {
    AlertGroupClosingPlanned: changeExisting((state, { dueAt }, { eventId }) => ({
      ...state,
      closing: { act: 'close', dueAt, plannedBy: eventId },
    })),
    AlertGroupClosingReviewed: changeExisting((state, { nextReviewAt }, { eventId }) => ({
      ...state,
      closing: nextReviewAt === null ? null : { act: 'review', dueAt: nextReviewAt, plannedBy: eventId },
    })),
  },
  also: {
    AlertGroupReopened: changeExisting((state, _data, { at, eventId }) => ({ ...state, closing: firstReviewOf(state, at, eventId) })),
    // without a plan of its own, it gets a review
    AlertGroupHeardAgain: changeExisting((state, _data, { at, eventId }) => ({
      ...state,
      closing: state.closing ?? firstReviewOf(state, at, eventId),
    })),
  },
  every: changeExisting((state, _data, { at, actor, eventId }) =>
    isActivity(actor) ? { ...state, touched: at, closing: postponeClosing(state.closing, at, eventId) } : state,
  ),
  timers: (state) => {
    const plan = closingPlanOf(state);
    return plan ? [{ name: 'closing', plan, rank: quietRank, type: 'ReviewClosing' }] : [];
  },
};
