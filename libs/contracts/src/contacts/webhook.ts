import { z } from 'zod';
import { cutList } from '../cut-list.js';
import { pageCause, type PageCause } from '../alert-groups/pages.js';
import { id, instant } from '../ids.js';
import { urgency } from './events.js';
import { postRule } from '../routing/routing.js';
import { link as signalLink } from '../routing/signals.js';

// The descriptions are the notes of docs/reference/outgoing-calls.md.

const named = {
  number: z.number().int().describe('The number of the alert group, as in `#42`'),
  link: z.object({
    kind: signalLink.shape.kind.describe('What the link leads to'),
    href: signalLink.shape.href.describe('The address, as sent by the source or set on the service'),
    text: signalLink.shape.text.describe('The text of the link'),
  }),
};

/** Body of a POST to a person’s webhook when they are paged. Any 2xx response accepts it. */
export const webhookPage = z.object({
  type: z.literal('page').describe('Tells the bodies apart'),
  id: id.describe('The attempt, and the header `Idempotency-Key`: the same one is never two messages. A retry is another attempt'),
  pageId: id.describe('The page: it can have several attempts, by several contact methods'),
  groupId: id.describe('The alert group'),
  number: named.number,
  title: z.string().describe('The title of the alert group in one line, at most 60 characters'),
  urgency: urgency.describe('The urgency of the page'),
  service: z.string().nullable().describe('The name of the service; null: the alert group has none'),
  since: instant.describe('When the alert group started firing'),
  alerts: z.number().int().describe('How many alerts the alert group has'),
  cutList: z
    .object({
      listed: cutList.shape.listed.describe('How many alerts the message of the sender lists'),
      of: cutList.shape.of.describe('How many alerts there are according to the sender'),
    })
    .optional()
    .describe('The sender cut its list of alerts; absent: the list is complete'),
  description: z.string().nullable().describe('The description that all alerts share; null: they share none'),
  labels: z.record(z.string(), z.string()).describe('The labels that all alerts share'),
  links: z.array(named.link).describe('Links of the alerts, runbooks first; the runbook of the service if no alert has one'),
  lastNote: z
    .object({
      text: z.string().describe('What was written, as plain text'),
      by: z.string().describe('The name of its author'),
      number: z.number().int().describe('The number of the alert group that it was added to'),
    })
    .optional()
    .describe('The last note about the same alert at the same service; absent: none can be read'),
  source: z.string().nullable().describe('The name of the integration; null: a person opened the alert group'),
  othersPaged: z.array(z.string()).describe('The names of the other people who are being paged for the alert group'),
  late: z
    .object({
      dueAt: instant.describe('When the page was due'),
      missed: z.number().int().describe('How many further attempts this one replaces'),
    })
    .optional()
    .describe('The page is late, for example after an outage of Tocsin'),
  cause: pageCause.describe('Why this person is paged: see [causes](#causes)'),
  quiet: z.boolean().describe('True: for information only, do not alert anyone'),
  link: z
    .url()
    .describe(
      'A page that works without a session and has the button *Acknowledge*. The cause `resolved` links to the alert group, `method_gone` to the contact methods',
    ),
  test: z.literal(true).optional().describe('Present in a test: a test page, or a page of a test alert'),
});
export type WebhookPage = z.infer<typeof webhookPage>;

/** What each cause of a page means, and its fields. */
export const pageCauseNotes: {
  readonly [K in PageCause['kind']]: {
    readonly says: string;
    readonly fields: Readonly<Record<Exclude<keyof Extract<PageCause, { kind: K }>, 'kind'>, string>>;
  };
} = {
  escalation: {
    says: 'A step of the escalation policy pages this person.',
    fields: { round: 'which repetition of the policy, from 1', step: 'which step, from 1' },
  },
  holder_first: {
    says: 'The alert group is firing again, and was assigned to this person: they are paged before the first step.',
    fields: { because: 'why it is firing again: `ack_timeout`, `snooze_ended`, `news`, `refire` or `heard_again`; more may follow' },
  },
  exhausted: {
    says: 'No one in the policy acknowledged: managers of the team, then owners, are paged.',
    fields: { role: '`manager` or `owner`, the role that this person is paged in' },
  },
  person: {
    says: 'A person paged them, or asks them to take the alert group over.',
    fields: { by: 'the id of that person', reassigns: '`true` if the alert group is reassigned to them; otherwise absent' },
  },
  reminder: { says: 'Their acknowledgement ends soon unless they renew it. Always of low urgency.', fields: {} },
  update: {
    says: 'New alerts joined the alert group that is assigned to them. Quiet.',
    fields: { fingerprints: 'some of the new alerts', more: 'how many more there are; absent: none' },
  },
  resolved: {
    says: 'An alert group that they were paged for is resolved. Quiet.',
    fields: { quietSince: 'closed by age: the last time anything happened; otherwise absent' },
  },
  method_gone: {
    says: 'Another contact method of theirs no longer works, such as a browser that was reset. Quiet.',
    fields: { contactMethodId: 'that contact method' },
  },
  not_accepted: {
    says: 'The person whom they asked to take the alert group over did not accept in time: it is still assigned to them. Quiet.',
    fields: { personId: 'the id of the person who was asked' },
  },
  test: { says: 'A test page, which the person or an admin requested.', fields: {} },
};

/** Body of a POST with several pages in one message. */
export const webhookBundle = z.object({
  type: z.literal('bundle').describe('Tells the bodies apart'),
  id: id.describe('The message, and the header `Idempotency-Key`: the same one is never two messages. A retry is another message'),
  urgency: urgency.describe('The urgency of all its pages'),
  quiet: z.boolean().describe('True: for information only, do not alert anyone'),
  count: z.number().int().describe('How many alert groups the message is about; `pages` has only the first of them'),
  services: z
    .array(
      z.object({
        name: z.string().nullable().describe('The name of the service; null: alert groups without a service'),
        count: z.number().int().describe('How many of the alert groups belong to it'),
      }),
    )
    .describe('The alert groups by service, the largest number first'),
  pages: z.array(webhookPage).describe('The first pages, at most 5, each with the fields of a [page](#page)'),
  stillOpen: z.number().int().describe('How many alert groups of the previous bundle are still unacknowledged'),
  link: z
    .url()
    .describe(
      'A page that works without a session, shows all alert groups and acknowledges them. A quiet bundle links to the list of alerts',
    ),
});
export type WebhookBundle = z.infer<typeof webhookBundle>;

const { groupId, number, title, service, since, alerts, cutList: cut, description, labels, links, source } = webhookPage.shape;

/** Body of a POST when a step of an escalation policy calls a webhook, or a route posts there. Any 2xx response accepts it. It pages no one. */
export const webhookStep = z.object({
  type: z.enum(['escalation_step', 'route_post']).describe('Tells the bodies apart'),
  id: id.describe('The call, and the header `Idempotency-Key`. A repeat has the same one'),
  subscriptionId: id.describe('The event subscription whose address is called'),
  groupId,
  number,
  title,
  urgency: urgency.describe('The urgency of the alert group'),
  service,
  since,
  alerts,
  cutList: cut,
  description,
  labels,
  links,
  source,
  team: z.string().nullable().describe('The name of the team; null: the alert group has none'),
  route: z
    .object({
      id: postRule.shape.id.describe('The rule'),
      version: postRule.shape.version.describe('The version of the routes'),
      place: postRule.shape.place.describe('Its number in the list, from 1'),
      ofOrganisation: postRule.shape.ofOrganisation.describe('Present for a rule of the organisation’s router'),
    })
    .optional()
    .describe('The rule of the routes that posts it. Absent: a step of a policy calls'),
  policy: z
    .object({
      policyId: id.describe('The escalation policy'),
      version: z.number().int().describe('Its version for this alert group'),
      name: z.string().describe('Its name'),
    })
    .nullable()
    .describe('The escalation policy that the step belongs to'),
  round: z.number().int().describe('Which repetition of the policy, from 1; 0: a route posts it'),
  step: z.number().int().describe('Which step of the policy, from 1; 0: a route posts it'),
  paged: z.array(z.string()).describe('The names of the people who are being paged for the alert group'),
  link: z.url().describe('The alert group. It needs a session'),
  test: z.literal(true).optional().describe('Present for a test alert that runs the whole policy'),
});
export type WebhookStep = z.infer<typeof webhookStep>;

/** Body of a POST that verifies a person’s address: they enter the code. */
export const webhookVerification = z.object({
  type: z.literal('verification').describe('Tells the bodies apart'),
  code: z.string().describe('The code that the person enters to verify the contact method'),
  contactMethodId: id.describe('The contact method'),
});
export type WebhookVerification = z.infer<typeof webhookVerification>;

/** A warning about the installation, to an owner. It is not a page. */
export const webhookWarning = z.object({
  type: z.literal('warning').describe('Tells the bodies apart'),
  subject: z.string().describe('What it is about, in a few words'),
  says: z.string().describe('What is wrong and what to do'),
  link: z.string().describe('The screen that shows more'),
});
export type WebhookWarning = z.infer<typeof webhookWarning>;
