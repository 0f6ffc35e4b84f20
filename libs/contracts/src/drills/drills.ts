import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { id, instant } from '../ids.js';
import * as drillLimits from './limits.js';
import { ladderRow } from '../alert-groups/escalation.js';
import { severities } from '../severities.js';

/** `POST /api/drills`: a hypothetical signal. */
export const drillRequest = z.strictObject({
  serviceId: id,
  /** When it would arrive. */
  at: instant,
  severity: z.enum(severities).default('critical'),
  labels: z
    .record(z.string().min(1).max(drillLimits.drill.labelCharacters), z.string().max(drillLimits.drill.labelCharacters))
    .refine((labels) => Object.keys(labels).length <= drillLimits.drill.labels, `At most ${drillLimits.drill.labels} labels.`)
    .default({}),
});
export type DrillRequest = z.infer<typeof drillRequest>;

/** Forecast from the current configuration. Nothing is stored or sent. */
export const drillAnswer = z.object({
  at: instant,
  /** End of the simulation: all steps ran, or a day has passed. */
  until: instant,
  urgency,
  title: z.string(),
  policy: z.object({ policyId: id, version: z.number().int() }).nullable(),
  /** The escalation as an alert group would show it. */
  ladder: ladderRow,
  /** The first attempt that would be made: null: no one would be reached. */
  first: z.object({ personId: id, at: instant }).nullable(),
});
export type DrillAnswer = z.infer<typeof drillAnswer>;

/** Why no one in the policy would be reached, step by step. */
export const unreachedReasons = ['no_step', 'no_one', 'no_method', 'skipped'] as const;

/** A stretch of time in which a critical signal on a service would reach no one by the steps of its policy. */
export const coverageGap = z.object({
  serviceId: id,
  policyId: id.nullable(),
  from: instant,
  /** Exclusive; if it continues, the end of the examined period. */
  to: instant,
  steps: z.array(
    z.object({
      step: z.number().int(),
      reason: z.enum(unreachedReasons),
      /** Unreachable people. */
      personIds: z.array(id),
      /** Schedules with no one on call. */
      scheduleIds: z.array(id),
    }),
  ),
  /** People who would be paged as the last resort: managers, then owners. Empty: no one. */
  lastResort: z.array(id),
});
export type CoverageGap = z.infer<typeof coverageGap>;

/** `GET /api/drills/coverage`: every service over the next four weeks. */
export const coverageAnswer = z.object({
  state: z.enum(['none', 'running', 'done', 'failed']),
  /** Number of checked services, and of all. */
  done: z.number().int(),
  of: z.number().int(),
  from: instant.nullable(),
  to: instant.nullable(),
  /** When it was finished: configuration that changed since is not in it. */
  at: instant.nullable(),
  gaps: z.array(coverageGap),
  /** Number of further ones. */
  more: z.number().int(),
});
export type CoverageAnswer = z.infer<typeof coverageAnswer>;
