import { tableOf } from '@tocsin/contracts/tables.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import { quietRank } from '../../../../rules/ranks.js';
import { changeExisting } from '../../evolve/evolver.js';
import type { ExistingGroup } from '../../state.js';
import type { Aspect } from '../aspect.js';
import type { ClosingPart } from './part.js';
import { activityTypes, closingPlanOf, firstReviewOf, isActivity, postponeClosing } from './plan.js';

/** A person acts on the group, or its sender reports it. */
const touch = (state: ExistingGroup, { at, actor, eventId }: FactMeta): ExistingGroup =>
  isActivity(actor) ? { ...state, touched: at, closing: postponeClosing(state.closing, at, eventId) } : state;

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
    ...tableOf(activityTypes, () => changeExisting((state, _data, factMeta) => touch(state, factMeta))),
    AlertGroupReopened: changeExisting((state, _data, factMeta) =>
      touch({ ...state, closing: firstReviewOf(state, factMeta.at, factMeta.eventId) }, factMeta),
    ),
    // without a plan of its own, it gets a review
    AlertGroupHeardAgain: changeExisting((state, _data, { at, eventId }) => ({
      ...state,
      closing: state.closing ?? firstReviewOf(state, at, eventId),
    })),
  },
  timers: (state) => {
    const plan = closingPlanOf(state);
    return plan ? [{ name: 'closing', plan, rank: quietRank, type: 'ReviewClosing' }] : [];
  },
};
