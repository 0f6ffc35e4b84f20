import { z } from 'zod';
import { id, instant } from '../ids.js';
import { groupsTried } from '../grouping.js';
import * as routeLimits from './limits.js';
import { typedRules } from './noun.js';

export const routeTryOutRequest = z.strictObject({
  rules: typedRules,
  /** The signals of the last seven days, at most 2,000; absent: the last 200. */
  days: z.literal(routeLimits.preview.days).optional(),
});
export type RouteTryOutRequest = z.infer<typeof routeTryOutRequest>;

/** A recent alert as conditions see it. */
const sample = z.object({
  integrationId: id,
  receivedAt: instant,
  name: z.string(),
  summary: z.string(),
  severity: z.string(),
  labels: z.record(z.string(), z.string()),
  /** The number of the rule that decides, from 1; null: none of the list. */
  place: z.number().int().nullable(),
});

/** `POST /api/integrations/:id/routes/try` and `POST /api/routes/try`: where recent alerts would go by other rules. */
export const routeTryOut = z.object({
  /** Recent signals that were read: at most 200, or 2,000 of seven days. */
  signals: z.number().int(),
  /** When the oldest of them was received; null: there is none. */
  since: instant.nullable(),
  /** The alerts that fired in them, and how many of these each rule decides, in the order of the rules. */
  alerts: z.number().int(),
  decided: z.array(z.number().int()),
  /** The alert groups that they would have become, and the alerts in the biggest one. */
  ...groupsTried,
  /** Of these, the ones that would have been paged for: those that a rule links are paged for as one. */
  pagedFor: z.number().int(),
  /** Alerts that would go elsewhere than by the saved rules. */
  elsewhere: z.number().int(),
  /** The newest alerts, each with other labels: at most 20. */
  samples: z.array(sample),
});
export type RouteTryOut = z.infer<typeof routeTryOut>;
