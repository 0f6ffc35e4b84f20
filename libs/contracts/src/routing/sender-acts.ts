import { z } from 'zod';
import { id, instant } from '../ids.js';
import { target } from '../policies/noun.js';
import { severities } from '../severities.js';

/** What a sender does to an alert of its own besides firing, acknowledging and resolving it, as by Opsgenie’s API. */
export const senderAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unacknowledge') }),
  z.object({ kind: z.literal('snooze'), until: instant }),
  z.object({ kind: z.literal('escalate') }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({ kind: z.literal('assign'), personId: id }),
  z.object({ kind: z.literal('add_responders'), targets: z.array(target) }),
  z.object({
    kind: z.literal('rewrite'),
    summary: z.string().optional(),
    details: z.string().optional(),
    severity: z.enum(severities).optional(),
    severityWord: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
    removedLabels: z.array(z.string()).optional(),
    tags: z.array(z.string()).optional(),
    removedTags: z.array(z.string()).optional(),
  }),
]);
export type SenderAct = z.infer<typeof senderAct>;
