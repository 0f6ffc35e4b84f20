import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { id } from '../ids.js';
import * as drillLimits from './limits.js';

/** An alert group as it opens in a drill: so many milliseconds after the drill has started. */
export const drillOpening = z.strictObject({
  serviceId: id,
  policyId: id.nullable(),
  urgency,
  after: z.number().int().min(0).max(drillLimits.planned.longest),
});
export type DrillOpening = z.infer<typeof drillOpening>;
