import { duration } from '@tocsin/contracts/duration.js';
import { earlierOf, addMillis } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { linksOf } from '../shared/linked.js';
import type { ExistingGroup } from '../state.js';
import { planStep } from './escalation.js';
import { rulesOf, type Rules } from './rules.js';

/**
 * The position of a step in other rules: of the same step by its id, else the same position, as far as there is one.
 */
const findPlace = (to: Rules, from: Rules, place: number): number => {
  const id = from.steps[place - 1]?.stepId;
  const sameStep = id === undefined ? -1 : to.steps.findIndex(({ stepId }) => stepId === id);
  return sameStep < 0 ? Math.min(place, to.steps.length) : sameStep + 1;
};

/** Whether it waits after a step taken in this round: for the next one, or for the round to end. */
const isBetweenSteps = ({ status, climb }: ExistingGroup): boolean => {
  const { next, round, reached, exhausted, began } = climb;
  if (status !== 'firing' || next === null || exhausted || reached === 0 || began === 0) return false;
  if (next.step === 'exhausted' || (next.round > round && next.step === 1)) return true;
  return next.round === round && typeof next.step === 'number' && next.step > 1;
};

/** Due time of the step after a position: its delay counts from now, but no one is paged later than planned before. */
const dueAtAfter = ({ context: { now }, group }: Draft, rules: Rules, place: number): string => {
  const nextAt = addMillis(now, (rules.steps[place - 1]?.waitMinutes ?? 0) * duration.minute);
  return group.climb.next ? earlierOf(group.climb.next.dueAt, nextAt) : nextAt;
};

/**
 * An open group continues with another version of its policy, or with another policy, after the step that it had
 * reached. Waits for the previous holder, for the first step, or for managers and owners stay as they were.
 */
export const followPolicy = (draft: Draft, policyId: string, version: number): void => {
  const { group, context } = draft;
  const { groupId, policy: from, climb } = group;
  if (!from || (from.policyId === policyId && from.version === version)) return;
  const before = rulesOf(group, context.reads);
  const wasBetween = isBetweenSteps(group);
  const after = rulesOf({ ...group, policy: { policyId, version } }, context.reads);
  const lastStep = findPlace(after, before, climb.reached);
  draft.add({
    type: 'EscalationPolicyApplied',
    data: { groupId, from, policy: { policyId, version }, round: climb.round, reached: lastStep },
  });
  if (wasBetween) return continueAfter(draft, after, lastStep);
  // low urgency had stopped after its first step; with the new rules it climbs on
  const isStopped = group.status === 'firing' && climb.next === null && climb.reached > 0 && linksOf(group).follows === null;
  if (isStopped && after.doesEscalate && !before.doesEscalate && !group.test) continueAfter(draft, after, lastStep);
};

const continueAfter = (draft: Draft, rules: Rules, lastStep: number): void => {
  const { round, began } = draft.group.climb;
  const dueAt = dueAtAfter(draft, rules, lastStep);
  if (lastStep < rules.steps.length) return planStep(draft, round, lastStep + 1, dueAt);
  const isLastRound = round - began >= rules.repeats;
  planStep(draft, isLastRound ? round : round + 1, isLastRound ? 'exhausted' : 1, dueAt);
};
