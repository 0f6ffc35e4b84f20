import { z } from 'zod';
import { alertGroupStates } from './alert-group-rows.js';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { recorded } from './envelope.js';
import { id, instant } from './ids.js';

/**
 * The outcome for a person in an alert group at that moment, since it was last opened.
 * `paged`: a provider took a page. `waiting`: a page began, and its next attempt is planned or under way. `cancelled`: their page ended before
 * anything
 * went out. `not_delivered`: everything that was tried failed. `not_reachable`: a step was to page them, and could not. `told`: notified quietly
 * alone.
 * `step_skipped`: the last step that would have paged them was skipped, as its conditions did not hold.
 * `stopped`: the escalation had stopped before a step named them. `step_pending`: the next step had not been due. `not_named`: no step that was
 * taken named them.
 */
export const whyVerdicts = [
  'paged',
  'waiting',
  'cancelled',
  'not_delivered',
  'not_reachable',
  'told',
  'step_skipped',
  'stopped',
  'step_pending',
  'not_named',
] as const;
export type WhyVerdict = (typeof whyVerdicts)[number];

export const whyGroup = z.object({
  groupId: id,
  number: z.number().int(),
  title: z.string(),
  /** At that moment. */
  status: z.enum(alertGroupStates),
  verdict: z.enum(whyVerdicts),
  /** Of the event that decided it. */
  ordinal: z.number().int(),
  reason: z.enum(deliveryReasonCodes).nullable(),
  /** When the next attempt, or the next step, was due. */
  dueAt: instant.nullable(),
  /** From the signal to what came of it, the oldest first: the last 100. */
  events: z.array(recorded),
  /** How many older ones are left out. */
  left: z.number().int(),
});
export type WhyGroup = z.infer<typeof whyGroup>;

/**
 * `GET /api/why`: of one alert group, or of those that were open within an hour before the moment and named the person, or could have; the newest
 * first.
 */
export const whyAnswer = z.object({
  personId: id,
  at: instant,
  groups: z.array(whyGroup),
  /** There were more groups than one answer looks at. */
  more: z.boolean(),
});
export type WhyAnswer = z.infer<typeof whyAnswer>;
