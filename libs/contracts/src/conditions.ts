import { z } from 'zod';
import { urgency } from './contacts/events.js';
import { weeklyHours } from './hours.js';
import { limits } from './limits.js';

export const matcherOperators = ['=', '!=', '=~', '!~'] as const;

/** About a label of an alert; one that it lacks is empty. A pattern is one of RE2, and means the whole value. */
export const labelMatcher = z.strictObject({
  label: z.string().trim().min(1).max(limits.matcherCharacters),
  operator: z.enum(matcherOperators),
  value: z.string().max(limits.matcherCharacters),
});
export type LabelMatcher = z.infer<typeof labelMatcher>;

/** Conditions of a step. All of them must be met when it is due; an absent one always is. */
export const stepConditions = z.strictObject({
  urgency: urgency.optional(),
  hours: z.strictObject({ when: z.enum(['inside', 'outside']), ...weeklyHours.shape }).optional(),
  /** Some alert that fires matches each of these. */
  labels: z.array(labelMatcher).min(1).max(limits.matchersPerStep).optional(),
});
export type StepConditions = z.infer<typeof stepConditions>;

export const conditionKinds = ['urgency', 'hours', 'labels'] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** Inputs of a step’s conditions at its due time. */
export const judgedBy = z.object({
  urgency: urgency.optional(),
  /** Whether it was within the hours, by which edition of the time zone data. */
  hours: z.object({ isInside: z.boolean(), zones: z.string() }).optional(),
  /** `unknown`: more alerts fire than were examined, so the step runs. */
  labels: z.enum(['match', 'no_match', 'unknown']).optional(),
});
export type ConditionJudgement = z.infer<typeof judgedBy>;
