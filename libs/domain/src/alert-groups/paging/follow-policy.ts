import { duration } from '@tocsin/contracts/duration.js';
import { earlier, plus } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { linksOf } from '../shared/linked.js';
import type { Existing } from '../state.js';
import { planStep } from './climb.js';
import { rulesOf, type Rules } from './rules.js';

/**
 * The position of a step in other rules: of the same step by its id, else the same position, as far as there is one.
 */
const placeIn = (to: Rules, from: Rules, place: number): number => {
  const id = from.steps[place - 1]?.stepId;
  const same = id === undefined ? -1 : to.steps.findIndex(({ stepId }) => stepId === id);
  return same < 0 ? Math.min(place, to.steps.length) : same + 1;
};

/** Whether it waits after a step taken in this round: for the next one, or for the round to end. */
const isBetweenSteps = ({ status, climb }: Existing): boolean => {
  const { next, round, reached, exhausted, began } = climb;
  if (status !== 'firing' || next === null || exhausted || reached === 0 || began === 0) return false;
  if (next.step === 'exhausted' || (next.round > round && next.step === 1)) return true;
  return next.round === round && typeof next.step === 'number' && next.step > 1;
};

/** Due time of the step after a position: its delay counts from now, but no one is paged later than planned before. */
const dueAfter = ({ context: { now }, group }: Draft, rules: Rules, place: number): string => {
  const waited = plus(now, (rules.steps[place - 1]?.waitMinutes ?? 0) * duration.minute);
  return group.climb.next ? earlier(group.climb.next.dueAt, waited) : waited;
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
  const reached = placeIn(after, before, climb.reached);
  draft.add({ type: 'EscalationPolicyApplied', data: { groupId, from, policy: { policyId, version }, round: climb.round, reached } });
  if (wasBetween) return goOnAfter(draft, after, reached);
  // low urgency had stopped after its first step; with the new rules it climbs on
  const isStopped = group.status === 'firing' && climb.next === null && climb.reached > 0 && linksOf(group).follows === null;
  if (isStopped && after.climbs && !before.climbs && !group.test) goOnAfter(draft, after, reached);
};

const goOnAfter = (draft: Draft, rules: Rules, reached: number): void => {
  const { round, began } = draft.group.climb;
  const dueAt = dueAfter(draft, rules, reached);
  if (reached < rules.steps.length) return planStep(draft, round, reached + 1, dueAt);
  const isLastRound = round - began >= rules.repeats;
  planStep(draft, isLastRound ? round : round + 1, isLastRound ? 'exhausted' : 1, dueAt);
};
