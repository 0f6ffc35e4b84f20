import { z } from 'zod';
import { contactKinds } from '../contacts/kinds.js';
import { id, instant } from '../ids.js';

/** `POST /api/drills/policies`: a critical alert for each policy that was moved in. */
export const policyDrillsRequest = z.strictObject({ at: instant.optional() });

const policyDrill = z.object({
  policyId: id,
  /** The service of the drill; null: no service uses the policy. */
  serviceId: id.nullable(),
  /** Whom its first round would reach, by what, and how many minutes after the alert. */
  reached: z.array(z.object({ minute: z.number().int(), personId: id, kinds: z.array(z.enum(contactKinds)) })),
  /** People in its steps whom nothing would reach: they have no verified contact method. */
  unreached: z.array(id),
});
export type PolicyDrill = z.infer<typeof policyDrill>;

/** Forecast from the current configuration, as if every service were live. Nothing is stored or sent. */
export const policyDrillsAnswer = z.object({ at: instant, drills: z.array(policyDrill), more: z.number().int() });
export type PolicyDrillsAnswer = z.infer<typeof policyDrillsAnswer>;
