import { z } from 'zod';
import { alertGroupStates } from '../alert-groups/rows.js';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { recorded } from '../envelope.js';
import { id, instant } from '../ids.js';

/**
 * The outcome for a person in an alert group at that moment, since it was last opened. `paged`: a provider accepted a page. `waiting`: a page
 * started, and its next attempt is planned or running. `cancelled`: their page ended before anything was sent. `not_delivered`: every attempt failed.
 * `not_reachable`: a step should have paged them, and could not. `told`: notified only quietly. `step_skipped`: the last step that would have paged
 * them was skipped, because its conditions were not met. `stopped`: the escalation stopped before their step. `step_pending`: the next step was not
 * due yet. `not_named`: no step that ran targets them.
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
  /** Ordinal of the deciding event. */
  ordinal: z.number().int(),
  reason: z.enum(deliveryReasonCodes).nullable(),
  /** When the next attempt, or the next step, was due. */
  dueAt: instant.nullable(),
  /** From the signal to its outcome, oldest first: the last 100. */
  events: z.array(recorded),
  /** Number of older ones that are left out. */
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
