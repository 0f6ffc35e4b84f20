import type { StepConditions } from '@tocsin/contracts/conditions.js';
import type { PolicyRow, PolicyTarget, Step } from '@tocsin/contracts/policies/noun.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { v7 } from 'uuid';
import { oneOfWords } from './shared/target-words.js';
import { conditionWords } from './shared/condition-words.js';

/** A policy while it is edited. */
export interface Draft {
  readonly name: string;
  readonly steps: readonly DraftStep[];
  readonly repeats: number;
  readonly climbLow: boolean;
  readonly lowWaits?: boolean | undefined;
  readonly nightBudget?: number | undefined;
}

export interface DraftStep {
  readonly stepId: string;
  readonly targets: readonly PolicyTarget[];
  readonly waitMinutes: number;
  readonly notifyOthersStill: boolean;
  readonly oneInTurn?: boolean | undefined;
  readonly conditions?: StepConditions | undefined;
}

export const draftOf = (policy: Pick<PolicyRow, 'name' | 'steps' | 'repeats' | 'climbLow' | 'lowWaits' | 'nightBudget'>): Draft => ({
  name: policy.name,
  repeats: policy.repeats,
  climbLow: policy.climbLow,
  lowWaits: policy.lowWaits,
  nightBudget: policy.nightBudget,
  steps: policy.steps,
});

export const newStep = (): DraftStep => ({
  stepId: v7(),
  targets: [],
  waitMinutes: policyLimits.stepDelayMinutes.default,
  notifyOthersStill: false,
});

export const stepsOf = (draft: Draft): Step[] => draft.steps.map((step) => ({ ...step, targets: [...step.targets] }));

/** The steps with one of them moved up (-1) or down (1). */
export function moveStep(steps: readonly DraftStep[], at: number, by: 1 | -1): readonly DraftStep[] {
  const to = at + by;
  if (to < 0 || to >= steps.length) return steps;
  const next = [...steps];
  [next[at], next[to]] = [next[to]!, next[at]!];
  return next;
}

/** Course of the first round: who is paged after how many minutes if no one acknowledges; and the length of a round. */
export function courseOf(draft: Draft): {
  readonly rungs: readonly (Pick<DraftStep, 'stepId' | 'targets' | 'oneInTurn' | 'conditions'> & { after: number })[];
  readonly round: number;
} {
  let after = 0;
  const rungs = draft.steps.map(({ stepId, targets, waitMinutes, oneInTurn, conditions }) => {
    const rung = { stepId, after, targets, oneInTurn, conditions };
    // an empty step is not waited for
    if (targets.length > 0) after += waitMinutes;
    return rung;
  });
  // a round that pages no one still waits its delays, so that it can’t spin
  const whole = draft.steps.reduce((sum, { waitMinutes }) => sum + waitMinutes, 0);
  return { rungs, round: after > 0 ? after : whole };
}

/** Each part of a policy as one line of text, to show changes of others. */
export function linesOf(draft: Draft, wordsOf: (target: PolicyTarget) => string): Record<string, string> {
  const steps = draft.steps.map(
    ({ targets, waitMinutes, notifyOthersStill, oneInTurn, conditions }, n) =>
      [
        `step ${n + 1}`,
        `${oneOfWords({ oneInTurn }, targets.map(wordsOf).join(', '))}, wait ${waitMinutes} min${notifyOthersStill ? ', also after an acknowledgement' : ''}${conditions ? `, ${conditionWords(conditions)}` : ''}`,
      ] as const,
  );
  return {
    name: draft.name,
    ...Object.fromEntries(steps),
    repeats: String(draft.repeats),
    'low urgency': `${draft.climbLow ? 'escalates' : 'does not escalate'}${draft.lowWaits ? ', waits until morning' : ''}`,
    ...(draft.nightBudget === undefined ? {} : { 'night budget': `${draft.nightBudget} night pages a person a week` }),
  };
}
