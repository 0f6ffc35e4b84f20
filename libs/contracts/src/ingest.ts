import { z } from 'zod';
import { id } from './ids.js';

/** `202` of the generic interface. `keyFrom` hash: no key was sent, so it was made of summary, source and labels. */
export const genericAccepted = z.object({
  status: z.literal('accepted'),
  key: z.string(),
  keyFrom: z.enum(['you', 'hash']),
  /** The alert, as far as this server knew it when the signal came: the answer does not wait for routing. */
  alert: z.object({
    /** Null when the signal says no more than the key. */
    summary: z.string().nullable(),
    /** It fires, and nothing was open under this key. */
    new: z.boolean(),
    /** The alert group that was open under this key; null: none. */
    groupId: id.nullable(),
    number: z.number().int().nullable(),
  }),
});
export type GenericAccepted = z.infer<typeof genericAccepted>;
/** `202` of the Alertmanager and Grafana webhook. */
export const alertmanagerAccepted = z.object({ status: z.literal('accepted') });
/** `202` of PagerDuty’s Events API v2, to the letter: clients compare it. */
export const pagerdutyAccepted = z.object({ status: z.literal('success'), message: z.literal('Event processed'), dedup_key: z.string() });
/** How PagerDuty’s interface refuses: `errors` is a list of sentences. */
export const pagerdutyRefused = z.object({ status: z.string(), message: z.string(), errors: z.array(z.string()).optional() });
