import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { personsNamed } from '@tocsin/contracts/policies.js';
import { isForPrograms, webhooksNamed } from '@tocsin/contracts/step-targets.js';
import { earlier, later, plus } from '@tocsin/kernel/time.js';
import { inPlaceOf } from '../../people/shared/in-place-of.js';
import type { Draft } from '../draft.js';
import { callManagers, callOwners, callStep, named, recordStep } from './calling.js';
import { judge, type Judged } from './conditions.js';
import { isRinging, page, whyNotPaged } from './paging.js';
import { rulesOf, type ClimbedStep, type Rules } from './rules.js';
import { behind } from './targets.js';
import type { Page, StepNumber } from '../state.js';

export const planStep = (draft: Draft, round: number, step: StepNumber, dueAt: string): void => {
  draft.add({ type: 'EscalationStepPlanned', data: { groupId: draft.group.groupId, round, step, dueAt } });
};

/**
 * Starts or restarts escalation: at the last assignee if there was one, otherwise at step 1. `atOnce`: step 1 runs in this decision, without waiting
 * for another append; otherwise it is planned.
 */
export const startClimb = (
  draft: Draft,
  because: string,
  options: { holderFirst?: boolean; delay?: number; atOnce?: boolean } = {},
): void => {
  const { groupId, policy, lastHolder } = draft.group;
  draft.add({ type: 'EscalationStarted', data: { groupId, policy, because } });
  const first = options.holderFirst && lastHolder && !whyNotPaged(draft, lastHolder) ? 0 : 1;
  const { steps } = rulesOf(draft.group, draft.context.reads);
  // round numbers continue over the life of a group, so that round and step identify each run of a step
  const round = draft.group.climb.round + 1;
  if (options.atOnce && first === 1 && steps.length > 0) return takeStep(draft, round, first);
  planStep(draft, round, first === 1 && steps.length === 0 ? 'exhausted' : first, plus(draft.context.now, options.delay ?? 0));
};

/** How a step is run. `anew`: requested by a person, so people who are already being paged are paged again. */
interface StepOptions {
  readonly pageAgain?: boolean;
  /** The step was taken before: its webhooks were called. */
  readonly onlyPeople?: boolean;
}

/** Runs one step, when it is due or a person requests it. */
export const takeStep = (draft: Draft, round: number, step: StepNumber, options: StepOptions = {}): void => {
  if (step === 'exhausted') return exhaust(draft, round);
  if (step === 'owners') return takeOwnersStep(draft, round);
  if (step === 0) return callHolder(draft, round);
  const rules = rulesOf(draft.group, draft.context.reads);
  const chosen = rules.steps[step - 1];
  if (!chosen) return planStep(draft, round, 'exhausted', draft.context.now);
  const judged = judge(draft.group, chosen, draft.context.now);
  if (judged && judged.failed.length > 0) return skipStep(draft, rules, { round, step }, judged, options);
  const empty = callStep(draft, round, step, chosen, { ...options, ...(judged ? { judgedBy: judged.judgedBy } : {}) });
  // “escalate now” needs people: a step with only webhooks is not enough
  if (options.pageAgain && isForPrograms(chosen)) return takeNextAtOnce(draft, rules, { round, step }, options);
  planAfter(draft, rules, round, step, empty);
};

/** People whom a step would have paged, up to the listed number. */
const targetsOf = ({ context: { reads, now } }: Draft, { targets }: ClimbedStep): string[] =>
  [...new Set(targets.flatMap((target) => behind(target, reads, now).map(({ personId }) => personId)))].slice(0, limits.unreachableListed);

/**
 * The step’s conditions are not met: the next step is checked in the same decision. After the last one the round ends as usual; but “escalate now”
 * continues with the first step of the next round whose conditions are met.
 */
const skipStep = (
  draft: Draft,
  rules: Rules,
  { round, step }: { readonly round: number; readonly step: number },
  { failed, judgedBy }: Judged,
  options: StepOptions,
): void => {
  const skipped = rules.steps[step - 1]!;
  const { groupId } = draft.group;
  const data = { groupId, round, step, ...named(skipped), because: [...failed], judgedBy, persons: targetsOf(draft, skipped) };
  draft.add({ type: 'EscalationStepSkipped', data: { ...data, ...draft.late } });
  // the webhooks of later steps are called for the first time
  const on = { ...options, onlyPeople: false };
  if (options.pageAgain) return takeNextAtOnce(draft, rules, { round, step }, on);
  if (step < rules.steps.length) return takeStep(draft, round, step + 1, on);
  planAfter(draft, rules, round, step, true);
};

/**
 * Takes the step after this one at once; after the last one the first of the next round. This ends, since some step has
 * a person who can be paged.
 */
const takeNextAtOnce = (
  draft: Draft,
  { steps }: Rules,
  { round, step }: { readonly round: number; readonly step: number },
  options: StepOptions,
): void => (step < steps.length ? takeStep(draft, round, step + 1, options) : takeStep(draft, round + 1, 1, options));

/** When the first person of the step is paged: now, unless all of them are in their rest. */
const firstRing = (draft: Draft): string => {
  const { group, context, facts } = draft;
  const step = facts.findLast(({ type }) => type === 'EscalationStepTaken');
  const reached = step?.type === 'EscalationStepTaken' ? step.data.targets.flatMap(({ persons }) => persons) : [];
  const rings = reached
    .filter(({ outcome }) => outcome !== 'not_reachable')
    .map(({ personId }) => group.pages.findLast((one) => one.personId === personId && one.state === 'running' && !one.quiet)?.waitsUntil);
  return rings.reduce<string>((first, ring) => earlier(first, later(ring ?? context.now, context.now)), rings[0] ?? context.now);
};

/**
 * Whether a step only calls webhooks, at least one of which is on: then no person is missing, and its delay is the time
 * that the programs have.
 */
const leavesTime = ({ context: { reads } }: Draft, step: ClimbedStep): boolean =>
  isForPrograms(step) && webhooksNamed(step).some((subscriptionId) => reads.eventQueues.get(subscriptionId)?.state.status === 'on');

/** Skips an empty step at once, unless it is for programs. A round that reached no one still waits its delays; managers are notified meanwhile. */
const planAfter = (draft: Draft, rules: Rules, round: number, step: number, empty: boolean): void => {
  const { now } = draft.context;
  const { [step - 1]: chosen } = rules.steps;
  const isSkipped = empty && !leavesTime(draft, chosen!);
  const waited = isSkipped ? now : plus(firstRing(draft), chosen!.waitMinutes * duration.minute);
  if (!rules.climbs && !empty) return stop(draft);
  if (step < rules.steps.length) return planStep(draft, round, step + 1, waited);
  if (!rules.climbs) return callOnce(draft, round);
  const nobody = !draft.group.climb.reachedSomebody;
  if (nobody && !draft.group.test) callManagers(draft, round);
  const whole = rules.steps.reduce((sum, one) => sum + one.waitMinutes, 0) * duration.minute;
  const due = nobody ? plus(now, whole) : waited;
  const lastRound = round - draft.group.climb.began >= rules.repeats;
  planStep(draft, lastRound ? round : round + 1, lastRound ? 'exhausted' : 1, due);
};

const stop = (draft: Draft): void =>
  draft.add({
    type: 'EscalationStopped',
    data: { groupId: draft.group.groupId, because: draft.group.test ? 'test' : 'low_urgency' },
  });

const callHolder = (draft: Draft, round: number): void => {
  const { lastHolder } = draft.group;
  const paged = lastHolder
    ? [page(draft, lastHolder, { cause: { kind: 'holder_first', because: 'it fires again' }, cancelledByAcknowledge: true })]
    : [];
  const empty = recordStep(draft, round, 0, [{ target: { kind: 'holder' }, persons: paged }]);
  planStep(draft, round, 1, plus(draft.context.now, empty ? 0 : limits.holderFirst));
};

/** No one in the policy could be reached: low urgency pages the managers by their own rules, and stops there. */
const callOnce = (draft: Draft, round: number): void => {
  if (draft.group.test) return stop(draft);
  callManagers(draft, round);
  if (draft.group.climb.reachedSomebody) stop(draft);
  else restart(draft, round, plus(draft.context.now, limits.restartAfterExhausted));
};

/**
 * No one in the policy acknowledged: pages the team’s managers, then the owners, by every method, and starts again in
 * half an hour.
 */
const exhaust = (draft: Draft, round: number): void => {
  if (draft.group.test || draft.group.urgency === 'low') return callOnce(draft, round);
  const restartAt = plus(draft.context.now, limits.restartAfterExhausted);
  const managers = callManagers(draft, round);
  draft.add({ type: 'EscalationExhausted', data: { groupId: draft.group.groupId, round, restartAt } });
  if (managers) planStep(draft, round, 'owners', plus(draft.context.now, limits.ownersAfterManagers));
  else restart(draft, round, restartAt);
};

const takeOwnersStep = (draft: Draft, round: number): void => {
  const { now } = draft.context;
  // no later than from now on, where the clock was set back since
  const rest = plus(now, limits.restartAfterExhausted - limits.ownersAfterManagers);
  callOwners(draft, round);
  restart(draft, round, later(earlier(draft.group.climb.restartAt ?? plus(now, limits.restartAfterExhausted), rest), now));
};

const restart = (draft: Draft, round: number, dueAt: string): void => {
  const { steps } = rulesOf(draft.group, draft.context.reads);
  planStep(draft, round + 1, steps.length === 0 ? 'exhausted' : 1, dueAt);
};

const hasNoticed = (other: Page): boolean =>
  other.state === 'answered' || Object.values(other.attempts).some(({ state }) => state === 'sent' || state === 'delivered');

/** Whether the same step or round is paging, or has reached, someone other than the person of the failed page. */
const isAnybodyReached = ({ group }: Draft, { cause }: Page): boolean => {
  const alike = (other: Page): boolean =>
    cause.kind === 'escalation'
      ? other.cause.kind === 'escalation' && other.cause.round === group.climb.round
      : other.cause.kind === cause.kind;
  return group.pages.some(
    (other) => other.opening === group.opening && !other.quiet && (isRinging(other) || (alike(other) && hasNoticed(other))),
  );
};

/** A page failed. If its step reached no one else, the next step runs at once; but no round starts early because of it. */
export const takeNextIfUnreached = (draft: Draft, failed: Page): void => {
  const { status, climb, test } = draft.group;
  const { kind } = failed.cause;
  if (status !== 'firing' || failed.quiet || (kind !== 'escalation' && kind !== 'holder_first' && kind !== 'exhausted')) return;
  if (isAnybodyReached(draft, failed)) return;
  const { next, round } = climb;
  if (next === null) return test ? undefined : goOn(draft, kind === 'exhausted');
  if (next.dueAt <= draft.context.now || climb.exhausted !== (kind === 'exhausted')) return;
  if (next.round === round) return planStep(draft, round, next.step, draft.context.now);
  if (test || kind === 'exhausted') return;
  callManagers(draft, round);
  planStep(draft, next.round, next.step, next.dueAt);
};

/**
 * The page of a person who left was cancelled: if the current step targets or paged them, it runs again at once. Otherwise their replacement is
 * paged; without one, the next step of the round runs now, unless someone else is being paged.
 */
export const takeAgain = (draft: Draft, left: Page): void => {
  const { status, climb } = draft.group;
  if (status !== 'firing') return;
  const { now, reads } = draft.context;
  const rung = climb.exhausted ? undefined : rulesOf(draft.group, reads).steps[climb.reached - 1];
  if (rung && isBehindStep(rung, left, climb)) return takeStep(draft, climb.round, climb.reached, { onlyPeople: true });
  const instead = inPlaceOf(reads, left.personId);
  if (instead !== left.personId && (left.cause.kind === 'escalation' || left.cause.kind === 'person'))
    return void page(draft, instead, { cause: left.cause, urgency: left.urgency, cancelledByAcknowledge: left.cancelledByAcknowledge });
  const isAlone = !draft.group.pages.some(isRinging);
  if (isAlone && climb.next && climb.next.round === climb.round && climb.next.dueAt > now)
    planStep(draft, climb.round, climb.next.step, now);
};

/** Whether the step names them, or paged them by a schedule or a team: another person is behind it now. */
const isBehindStep = (
  rung: ClimbedStep,
  { personId, cause }: Page,
  { round, reached }: { readonly round: number; readonly reached: number },
): boolean => personsNamed(rung).includes(personId) || (cause.kind === 'escalation' && cause.round === round && cause.step === reached);

/** Low urgency had stopped at a person who was not reached after all. */
const goOn = (draft: Draft, calledManagers: boolean): void => {
  const { round, reached } = draft.group.climb;
  const { now, reads } = draft.context;
  if (calledManagers) return restart(draft, round, plus(now, limits.restartAfterExhausted));
  planStep(draft, round, reached < rulesOf(draft.group, reads).steps.length ? reached + 1 : 'exhausted', now);
};
