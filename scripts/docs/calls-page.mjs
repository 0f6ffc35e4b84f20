import { fieldTables } from './fields.mjs';
import { code, list, page, section } from './markdown.mjs';

const post = (type) => `${code('POST')} with ${code('content-type: application/json')} and ${code('type')} ${code(type)}.`;

/** What receivers are sent: the body of each call that the server makes by itself. */
export function callsPage({ groupEventKinds, webhookEvents, webhookPage, webhookStep, webhookVerification, webhookWarning }) {
  const intro = `What Tocsin sends to event subscriptions and to webhooks of people. Every call has the header ${code('Tocsin-Signature: t=<unix seconds>,v1=<hex>')}: v1 is the HMAC-SHA256 of ${code('<t>.<body>')} with the signing secret, the body as it came. Refuse what is older than five minutes. Any 2xx answer means that the call was taken. Redirects are not followed.`;
  return page(
    'Outgoing calls',
    intro,
    section(
      'Event subscription',
      `${post('events')} Calls are in the order in which the events happened, and carry at most 100 of them. Any other answer than 2xx, or none, is tried again with longer and longer intervals, as long as ${code('Retry-After')} says if it says so; after 24 hours in which every call failed, the subscription is switched off. A repeat has the same ${code('id')} and header ${code('Idempotency-Key')}, and each event keeps its own ${code('id')}: take an event that came twice as one. A test event has ${code('test')} and no events.`,
      fieldTables(webhookEvents, 'output', {
        'events[].type': list(
          groupEventKinds.map((kind) => code(`alert_group.${kind}`)),
          'or',
        ),
      }),
    ),
    section('Page', `${post('page')} To a webhook of a person who is paged.`, fieldTables(webhookPage, 'output')),
    section(
      'Policy step',
      `${post('escalation_step')} To the address of an event subscription that a step of an escalation policy names, when the step is taken. A call that failed is repeated three times, 15 s apart or as long as ${code('Retry-After')} says; a call whose outcome is unknown is repeated at once. A repeat has the same ${code('id')} and header ${code('Idempotency-Key')}. Nothing is called once the alert group was acknowledged, snoozed or resolved.`,
      fieldTables(webhookStep, 'output'),
    ),
    section(
      'Verification',
      `${post('verification')} To a webhook that somebody adds: they type the code.`,
      fieldTables(webhookVerification, 'output'),
    ),
    section(
      'Warning',
      `${post('warning')} To webhooks of owners: something about the installation itself.`,
      fieldTables(webhookWarning, 'output'),
    ),
  );
}
