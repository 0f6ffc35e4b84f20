import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { alertGroupStates } from '../alert-groups/rows.js';
import { groupEventKinds } from './noun.js';
import { id, instant } from '../ids.js';
import { severities } from '../severities.js';

const service = z.object({ id: id.describe('The service'), name: z.string().describe('Its name') });
const team = z.object({ id: id.describe('The team'), name: z.string().describe('Its name') });

// The descriptions are the notes of docs/reference/outgoing-calls.md.

/** One thing that happened to an alert group. */
export const webhookEvent = z.object({
  id: id.describe('The id of the event in the history. It stays the same when the event is sent again'),
  type: z.templateLiteral(['alert_group.', z.enum(groupEventKinds)]).describe('What happened'),
  at: instant.describe('When it happened'),
  revision: z
    .number()
    .int()
    .describe('The position in the history of the alert group: a larger number happened later. Numbers can be missing'),
  by: z
    .object({
      kind: z.enum(['person', 'sender', 'token']).describe('Who did it: a person, the monitoring system or a service token'),
      id: z.string().describe('The person, integration or token'),
      name: z.string().nullable().describe('The current name; null: erased or removed'),
    })
    .nullable()
    .describe('Who did it; null: a rule or a timer'),
  step: z.union([z.number().int(), z.string()]).optional().describe('Of `alert_group.escalated`: the step that was taken'),
  round: z.number().int().optional().describe('Of `alert_group.escalated`: which repetition of the policy, from 1'),
  group: z
    .object({
      id: id.describe('The alert group'),
      number: z.number().int().describe('The number of the alert group, as in `#42`'),
      title: z.string().describe('Its title'),
      status: z.enum(alertGroupStates).describe('Its state'),
      urgency: urgency.describe('Its urgency'),
      openedAt: instant.describe('When it was opened'),
      service: service.nullable().describe('Its service; null: none'),
      team: team.nullable().describe('Its team; null: none'),
      link: z.url().describe('The alert group. It needs a session'),
    })
    .describe('The alert group at the time of the call'),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

const namedOne = z.object({ id: id.describe('Its id'), name: z.string().nullable().describe('Its name; null: removed') });

/** Alerts that a route records only and posts to this subscription. No alert group is opened, and nobody is paged. */
const webhookRecorded = z.object({
  id: id.describe('The id of the event in the history'),
  type: z.enum(['alerts.recorded', 'alerts.recorded_ended']).describe('They began to fire, or ended'),
  at: instant.describe('When they were routed'),
  integration: namedOne.describe('Their integration'),
  service: namedOne.describe('The service of the integration'),
  count: z.number().int().describe('How many alerts'),
  alerts: z
    .array(
      z.object({
        name: z.string().describe('As its sender calls it'),
        summary: z.string().describe('What its sender says'),
        severity: z.enum(severities).describe('Its severity'),
        labels: z.record(z.string(), z.string()).describe('Its labels'),
      }),
    )
    .describe('The first of them, at most 5'),
  link: z.url().describe('The service. It needs a session'),
});
export type WebhookRecorded = z.infer<typeof webhookRecorded>;

/**
 * Body of a POST to an event subscription. Any 2xx response accepts it. Otherwise it is retried with the same `id` and increasing intervals for 24
 * hours. Redirects are not followed.
 */
export const webhookEvents = z.object({
  type: z.literal('events').describe('Tells the bodies apart'),
  id: id.describe('The delivery, and the header `Idempotency-Key`. A repeat has the same one, with the same events'),
  subscriptionId: id.describe('The event subscription'),
  events: z.array(webhookEvent).describe('In the order in which they happened; empty in a test'),
  recorded: z.array(webhookRecorded).optional().describe('Alerts that a route records only and posts here; absent: none'),
  test: z.literal(true).optional().describe('Present in a test event'),
});
export type WebhookEvents = z.infer<typeof webhookEvents>;
