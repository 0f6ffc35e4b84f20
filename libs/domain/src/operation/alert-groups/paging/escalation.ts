import { duration } from '@tocsin/contracts/duration.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { idsNamed, isForPrograms } from '@tocsin/contracts/policies/targets.js';
import { earlierOf, laterOf, addMillis } from '@tocsin/kernel/time.js';
import { isSuppressed } from '../aspects/mutes/mutes.js';
import { isOfEscalation, suppressInstead } from '../aspects/mutes/suppress.js';
import { replacementOf } from '../../../setup/people/shared/replacement.js';
import type { Draft } from '../draft.js';
import { callManagers, callOwners, callStep, stepIdRef, recordStep } from './page-people.js';
import { isRehearsal } from '../shared/rehearsal.js';
import { judge, type ConditionResult } from './conditions.js';
import { isRinging, page, notPagedReasonOf } from './paging.js';
import { rulesOf, type EscalationStep, type Rules } from './rules.js';
import { resolveTarget } from '../../../setup/policies/shared/targets.js';
import type { Page, StepNumber } from '../state.js';

export const planStep = (draft: Draft, round: number, step: StepNumber, dueAt: string): void => {
  draft.add({ type: 'EscalationStepPlanned', data: { groupId: draft.group.groupId, round, step, dueAt } });
};

/**
 * Starts or restarts escalation: at the last assignee if there was one, otherwise at step 1. `atOnce`: step 1 runs in this decision, without waiting
 * for another append; otherwise it is planned. A sender’s test pages no one: Tocsin does not know who tests.
 */
export const startEscalation = (
  draft: Draft,
  because: string,
  options: { holderFirst?: boolean; delay?: number; atOnce?: boolean } = {},
): void => {
  const { groupId, policy, lastHolder, test, origin } = draft.group;
  if (test && origin.kind === 'signal') return stop(draft);
  if (suppressInstead(draft, options.holderFirst)) return;
  draft.add({ type: 'EscalationStarted', data: { groupId, policy, because } });
  const first = options.holderFirst && lastHolder && !notPagedReasonOf(draft, lastHolder) ? 0 : 1;
  const { steps } = rulesOf(draft.group, draft.context.reads);
  // round numbers continue over the life of a group, so that round and step identify each run of a step
  const round = draft.group.climb.round + 1;
  if (options.atOnce && first === 1 && steps.length > 0) return takeStep(draft, round, first);
  planStep(draft, round, first === 1 && steps.length === 0 ? 'exhausted' : first, addMillis(draft.context.now, options.delay ?? 0));
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
  const policyStep = rules.steps[step - 1];
  if (!policyStep) return planStep(draft, round, 'exhausted', draft.context.now);
  if (step === 1 && !options.pageAgain) callManagersOfLastRound(draft, rules, round);
  const verdict = judge(draft.group, policyStep, draft.context);
  if (verdict && verdict.failed.length > 0) return skipStep(draft, rules, { round, step }, verdict, options);
  const isEmpty = callStep(draft, round, step, policyStep, { ...options, ...(verdict ? { judgedBy: verdict.judgedBy } : {}) });
  // “escalate now” needs people: a step with only webhooks is not enough
  if (options.pageAgain && isForPrograms(policyStep)) return takeNextAtOnce(draft, rules, { round, step }, options);
  planAfter(draft, rules, round, step, { isEmpty, isSkipped: false });
};

/** People whom a step would have paged, up to the listed number. */
const targetsOf = ({ context: { reads, now } }: Draft, { targets }: EscalationStep): string[] =>
  [...new Set(targets.flatMap((target) => resolveTarget(target, reads, now).map(({ personId }) => personId)))].slice(
    0,
    peopleLimits.unreachableListed,
  );

/**
 * The step’s conditions are not met: the next step is checked in the same decision. After the last one the round ends as usual; but “escalate now”
 * continues with the first step of the next round whose conditions are met.
 */
const skipStep = (
  draft: Draft,
  rules: Rules,
  { round, step }: { readonly round: number; readonly step: number },
  { failed, judgedBy }: ConditionResult,
  options: StepOptions,
): void => {
  const skippedStep = rules.steps[step - 1]!;
  const { groupId } = draft.group;
  const data = { groupId, round, step, ...stepIdRef(skippedStep), because: [...failed], judgedBy, persons: targetsOf(draft, skippedStep) };
  draft.add({ type: 'EscalationStepSkipped', data: { ...data, ...draft.late } });
  // the webhooks of later steps are called for the first time
  const nextOptions = { ...options, onlyPeople: false };
  if (options.pageAgain) return takeNextAtOnce(draft, rules, { round, step }, nextOptions);
  if (step < rules.steps.length) return takeStep(draft, round, step + 1, nextOptions);
  planAfter(draft, rules, round, step, { isEmpty: true, isSkipped: true });
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
  const reachedPersons = step?.type === 'EscalationStepTaken' ? step.data.targets.flatMap(({ persons }) => persons) : [];
  const ringTimes = reachedPersons
    .filter(({ outcome }) => outcome !== 'not_reachable')
    .map(({ personId }) => group.pages.findLast((one) => one.personId === personId && one.state === 'running' && !one.quiet)?.waitsUntil);
  return ringTimes.reduce<string>(
    (first, ring) => earlierOf(first, laterOf(ring ?? context.now, context.now)),
    ringTimes[0] ?? context.now,
  );
};

/**
 * Whether a step only calls webhooks, at least one of which is on: then no person is missing, and its delay is the time
 * that the programs have.
 */
const doesLeaveTime = ({ context: { reads } }: Draft, step: EscalationStep): boolean =>
  isForPrograms(step) && idsNamed(step, 'webhook').some((subscriptionId) => reads.eventQueues.get(subscriptionId)?.state.status === 'on');

/**
 * The round before reached no one and ended with the time of programs, which is over now: managers are notified. Where it ended otherwise,
 * they were notified at its end.
 */
const callManagersOfLastRound = (draft: Draft, { steps }: Rules, round: number): void => {
  const { began, round: before, reachedSomebody, exhausted } = draft.group.climb;
  const isNextRound = began > 0 && round === before + 1 && !exhausted;
  if (isNextRound && !reachedSomebody && doesLeaveTime(draft, steps.at(-1)!) && !draft.group.test) callManagers(draft, before);
};

/** How a step ended: it has no people; its conditions are not met. */
interface StepEnd {
  readonly isEmpty: boolean;
  readonly isSkipped: boolean;
}

/** Passes over an empty step at once, unless it is for programs. A round that reached no one still waits its delays; managers are notified meanwhile. */
const planAfter = (draft: Draft, rules: Rules, round: number, step: number, { isEmpty, isSkipped }: StepEnd): void => {
  const { now } = draft.context;
  const { [step - 1]: policyStep } = rules.steps;
  const isForProgramsNow = isEmpty && !isSkipped && doesLeaveTime(draft, policyStep!);
  const nextAt = isEmpty && !isForProgramsNow ? now : addMillis(firstRing(draft), policyStep!.waitMinutes * duration.minute);
  if (!rules.doesEscalate && !isEmpty) return stop(draft);
  if (step < rules.steps.length) return planStep(draft, round, step + 1, nextAt);
  if (!rules.doesEscalate) return isForProgramsNow ? planStep(draft, round, 'exhausted', nextAt) : callOnce(draft, round);
  endRound(draft, rules, round, { isMissed: !draft.group.climb.reachedSomebody && !isForProgramsNow, nextAt });
};

/** `isMissed`: it reached no one, and no program has time left. */
const endRound = (
  draft: Draft,
  rules: Rules,
  round: number,
  { isMissed, nextAt }: { readonly isMissed: boolean; readonly nextAt: string },
): void => {
  if (isMissed && !draft.group.test) callManagers(draft, round);
  const roundMs = rules.steps.reduce((sum, one) => sum + one.waitMinutes, 0) * duration.minute;
  const due = isMissed ? addMillis(draft.context.now, roundMs) : nextAt;
  const isLastRound = round - draft.group.climb.began >= rules.repeats;
  planStep(draft, isLastRound ? round : round + 1, isLastRound ? 'exhausted' : 1, due);
};

export const stop = (draft: Draft): void =>
  draft.add({
    type: 'EscalationStopped',
    data: { groupId: draft.group.groupId, because: draft.group.test ? 'test' : 'low_urgency' },
  });

const callHolder = (draft: Draft, round: number): void => {
  const { lastHolder, climb } = draft.group;
  const { because = 'refire' } = climb;
  const holderPage = lastHolder
    ? [page(draft, lastHolder, { cause: { kind: 'holder_first', because }, cancelledByAcknowledge: true })]
    : [];
  const isEmpty = recordStep(draft, round, 0, [{ target: { kind: 'holder' }, persons: holderPage }]);
  planStep(draft, round, 1, addMillis(draft.context.now, isEmpty ? 0 : alertGroupLimits.holderFirst));
};

/** No one in the policy could be reached: low urgency pages the managers by their own rules, and stops there. */
const callOnce = (draft: Draft, round: number): void => {
  if (draft.group.test) return stop(draft);
  callManagers(draft, round);
  if (draft.group.climb.reachedSomebody) stop(draft);
  else planRestart(draft, round, addMillis(draft.context.now, policyLimits.restartAfterExhausted));
};

/**
 * No one in the policy acknowledged: pages the team’s managers, then the owners, by every method, and starts again in
 * half an hour.
 */
const exhaust = (draft: Draft, round: number): void => {
  if (draft.group.test || draft.group.urgency === 'low') return callOnce(draft, round);
  const restartAt = addMillis(draft.context.now, policyLimits.restartAfterExhausted);
  const managers = callManagers(draft, round);
  draft.add({ type: 'EscalationExhausted', data: { groupId: draft.group.groupId, round, restartAt } });
  if (managers) planStep(draft, round, 'owners', addMillis(draft.context.now, policyLimits.ownersAfterManagers));
  else planRestart(draft, round, restartAt);
};

const takeOwnersStep = (draft: Draft, round: number): void => {
  const { now } = draft.context;
  // no later than from now on, where the clock was set back since
  const rest = addMillis(now, policyLimits.restartAfterExhausted - policyLimits.ownersAfterManagers);
  callOwners(draft, round);
  planRestart(
    draft,
    round,
    laterOf(earlierOf(draft.group.climb.restartAt ?? addMillis(now, policyLimits.restartAfterExhausted), rest), now),
  );
};

const planRestart = (draft: Draft, round: number, dueAt: string): void => {
  const { steps } = rulesOf(draft.group, draft.context.reads);
  planStep(draft, round + 1, steps.length === 0 ? 'exhausted' : 1, dueAt);
};

const hasNoticed = (other: Page, isRehearsing: boolean): boolean =>
  other.endReason !== 'delivery.passed_on' &&
  (other.state === 'answered' ||
    Object.values(other.attempts).some(
      ({ state }) => state === 'sent' || state === 'delivered' || (state === 'rehearsed' && isRehearsing),
    ));

/** Whether the same step or round is paging, or has reached, someone other than the person of the failed page. */
const isAnybodyReached = ({ group, context }: Draft, { cause }: Page): boolean => {
  const isRehearsing = isRehearsal(group, context.reads);
  const isSimilar = (other: Page): boolean =>
    cause.kind === 'escalation'
      ? other.cause.kind === 'escalation' && other.cause.round === group.climb.round
      : other.cause.kind === cause.kind;
  return group.pages.some(
    (other) =>
      other.opening === group.opening && !other.quiet && (isRinging(other) || (isSimilar(other) && hasNoticed(other, isRehearsing))),
  );
};

/** A page failed. If its step reached no one else, the next step runs at once; but no round starts early because of it. */
export const takeNextIfUnreached = (draft: Draft, failedPage: Page): void => {
  const { status, climb, test } = draft.group;
  const { kind } = failedPage.cause;
  if (status !== 'firing' || failedPage.quiet || !isOfEscalation(failedPage) || isSuppressed(draft.group)) return;
  if (isAnybodyReached(draft, failedPage)) return;
  const { next, round } = climb;
  if (next === null) return test ? undefined : continueEscalation(draft, kind === 'exhausted');
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
export const takeAgain = (draft: Draft, leftPage: Page): void => {
  const { status, climb } = draft.group;
  if (status !== 'firing') return;
  const { now, reads } = draft.context;
  const currentStep = climb.exhausted || isSuppressed(draft.group) ? undefined : rulesOf(draft.group, reads).steps[climb.reached - 1];
  if (currentStep && isBehindStep(currentStep, leftPage, climb)) return takeStep(draft, climb.round, climb.reached, { onlyPeople: true });
  const replacementId = replacementOf(reads, leftPage.personId);
  if (replacementId !== leftPage.personId && (leftPage.cause.kind === 'escalation' || leftPage.cause.kind === 'person'))
    return void page(draft, replacementId, {
      cause: leftPage.cause,
      urgency: leftPage.urgency,
      cancelledByAcknowledge: leftPage.cancelledByAcknowledge,
    });
  const isAlone = !draft.group.pages.some(isRinging);
  if (isAlone && climb.next && climb.next.round === climb.round && climb.next.dueAt > now)
    planStep(draft, climb.round, climb.next.step, now);
};

/** Whether the step names them, or paged them by a schedule or a team: another person is behind it now. */
const isBehindStep = (
  currentStep: EscalationStep,
  { personId, cause }: Page,
  { round, reached }: { readonly round: number; readonly reached: number },
): boolean =>
  idsNamed(currentStep, 'person').includes(personId) || (cause.kind === 'escalation' && cause.round === round && cause.step === reached);

/** Low urgency had stopped at a person who was not reached after all. */
const continueEscalation = (draft: Draft, hasCalledManagers: boolean): void => {
  const { round, reached } = draft.group.climb;
  const { now, reads } = draft.context;
  if (hasCalledManagers) return planRestart(draft, round, addMillis(now, policyLimits.restartAfterExhausted));
  planStep(draft, round, reached < rulesOf(draft.group, reads).steps.length ? reached + 1 : 'exhausted', now);
};
