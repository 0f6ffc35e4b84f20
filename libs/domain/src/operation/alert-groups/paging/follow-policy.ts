import { duration } from '@tocsin/contracts/duration.js';
import { earlierOf, addMillis } from '@tocsin/kernel/time.js';
import { isSuppressed } from '../aspects/mutes/mutes.js';
import type { Draft } from '../draft.js';
import type { ExistingGroup } from '../state.js';
import { holdWhileEnding, canHold } from '../ending.js';
import { judge } from './conditions.js';
import { planStep, stop } from './escalation.js';
import { callStep } from './page-people.js';
import { resolveTarget } from '../../../setup/policies/shared/targets.js';
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

type NextStep = ExistingGroup['climb']['next'];

/** Due time of the step after a position: its delay counts from now, but no one is paged later than planned before. */
const dueAtAfter = ({ context: { now } }: Draft, rules: Rules, place: number, planned: NextStep): string => {
  const nextAt = addMillis(now, (rules.steps[place - 1]?.waitMinutes ?? 0) * duration.minute);
  return planned ? earlierOf(planned.dueAt, nextAt) : nextAt;
};

const doesClimb = (group: ExistingGroup): boolean =>
  group.status === 'firing' && !isSuppressed(group) && group.climb.reached > 0 && group.links.follows === null && !group.test;

/** Pages whoever stands in the step that was reached and was not paged since the escalation began. Returns whether there is anyone. */
const pageNewcomers = (draft: Draft, rules: Rules, place: number): boolean => {
  const { group, context } = draft;
  const step = rules.steps[place - 1];
  if (!step || !doesClimb(group) || canHold(group, context.reads)) return false;
  const verdict = judge(group, step, context);
  const people = step.targets.flatMap((target) => resolveTarget(target, context.reads, context.now).map(({ personId }) => personId));
  const newcomers = new Set(people.filter((personId) => !wasPaged(group, personId)));
  const isPicked = step.oneInTurn && newcomers.size < new Set(people).size;
  if (newcomers.size === 0 || isPicked || (verdict && verdict.failed.length > 0)) return false;
  callStep(draft, group.climb.round, place, step, {
    only: newcomers,
    onlyPeople: true,
    ...(verdict ? { judgedBy: verdict.judgedBy } : {}),
  });
  return true;
};

const wasPaged = (group: ExistingGroup, personId: string): boolean =>
  group.links.rang.includes(personId) ||
  group.pages.some(
    (page) => page.personId === personId && page.opening === group.opening && !page.quiet && page.startedAt >= (group.climb.since ?? ''),
  );

/**
 * An open group continues with another version of its policy, or with another policy, after the step that it had reached; whoever now
 * stands in that step is paged at once. Waits for the previous holder, for the first step, or for managers and owners stay as they were.
 */
export const followPolicy = (draft: Draft, policyId: string, version: number): void => {
  const { group, context } = draft;
  const { groupId, policy: from, climb } = group;
  if (!from || (from.policyId === policyId && from.version >= version)) return;
  const before = rulesOf(group, context.reads);
  const wasBetween = isBetweenSteps(group);
  const after = rulesOf({ ...group, policy: { policyId, version } }, context.reads);
  const lastStep = findPlace(after, before, climb.reached);
  draft.add({
    type: 'EscalationPolicyApplied',
    data: { groupId, from, policy: { policyId, version }, round: climb.round, reached: lastStep },
  });
  const isAnyonePaged = pageNewcomers(draft, after, lastStep);
  // low urgency had stopped after its first step; with the new rules it climbs on
  const climbsOn = doesClimb(group) && climb.next === null && after.doesEscalate && !before.doesEscalate;
  if (wasBetween || climbsOn) continueAfter(draft, after, lastStep, climb.next);
  else if (isAnyonePaged) goOnAsPlanned(draft, climb.next);
  holdWhileEnding(draft);
};

/** Taking a step ends the plan of the next one. */
const goOnAsPlanned = (draft: Draft, planned: NextStep): void => {
  if (planned) planStep(draft, planned.round, planned.step, planned.dueAt);
  else stop(draft);
};

const continueAfter = (draft: Draft, rules: Rules, lastStep: number, planned: NextStep): void => {
  const { round, began } = draft.group.climb;
  const dueAt = dueAtAfter(draft, rules, lastStep, planned);
  if (lastStep < rules.steps.length) return planStep(draft, round, lastStep + 1, dueAt);
  const isLastRound = round - began >= rules.repeats;
  planStep(draft, isLastRound ? round : round + 1, isLastRound ? 'exhausted' : 1, dueAt);
};
