import { z } from 'zod';
import { urgency } from './contacts.js';
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

/** When a step is taken. All of them must hold when it is due; what is left out always does. */
export const stepConditions = z.strictObject({
  urgency: urgency.optional(),
  hours: z.strictObject({ when: z.enum(['inside', 'outside']), ...weeklyHours.shape }).optional(),
  /** Some alert that fires matches each of these. */
  labels: z.array(labelMatcher).min(1).max(limits.matchersPerStep).optional(),
});
export type StepConditions = z.infer<typeof stepConditions>;

export const conditionKinds = ['urgency', 'hours', 'labels'] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** By what the conditions of a step were judged when it was due. */
export const judgedBy = z.object({
  urgency: urgency.optional(),
  /** Whether it was within the hours, by which edition of the time zone data. */
  hours: z.object({ isInside: z.boolean(), zones: z.string() }).optional(),
  /** `unknown`: more alerts fire than were looked at, so the step is taken. */
  labels: z.enum(['match', 'no_match', 'unknown']).optional(),
});
export type JudgedBy = z.infer<typeof judgedBy>;
