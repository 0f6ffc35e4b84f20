import { readFileSync } from 'node:fs';
import { inRoot } from '../env/root.mjs';
import { fieldTables } from './fields.mjs';
import { code, list, page, section, table } from './markdown.mjs';

const post = (type) => `${code('POST')} with ${code('content-type: application/json')} and ${code('type')} ${code(type)}.`;

/** The body of each request that Tocsin makes to event subscriptions and webhooks. */
export function callsPage(contracts) {
  const { groupEventKinds, webhookBundle, webhookEvents, webhookPage, webhookStep, webhookVerification, webhookWarning } = contracts;
  const intro = `What Tocsin sends to event subscriptions and to webhooks of people. Any 2xx answer means that the request was accepted. Redirects are not followed. Bodies may get new fields: ignore those that you don’t know.`;
  return page(
    'Outgoing calls',
    intro,
    verificationSection(),
    section(
      'Event subscription',
      `${post('events')} The events are in the order in which they happened, at most 100 in a request. After any other answer than 2xx, or none, the request is retried with back-off, or after the time in ${code('Retry-After')}. When every request has failed for 24 hours, the subscription is switched off. A repeat has the same ${code('id')} and header ${code('Idempotency-Key')}, and each event keeps its own ${code('id')}: ignore an event that you have already handled. A test event has ${code('test')} and no events.`,
      fieldTables(webhookEvents, 'output', {
        notes: {
          'events[].type': list(
            groupEventKinds.map((kind) => code(`alert_group.${kind}`)),
            'or',
          ),
        },
      }),
    ),
    section('Page', `${post('page')} To the webhook of a person who is paged.`, fieldTables(webhookPage, 'output', { folded: ['cause'] })),
    causesSection(contracts),
    section(
      'Bundle',
      `${post('bundle')} To the webhook of a person: pages that are due soon after another message are collected and sent as one. A webhook that handles ${code('page')} must handle ${code('bundle')} too.`,
      fieldTables(webhookBundle, 'output', { folded: ['pages'] }),
    ),
    section(
      'Policy step',
      `${post('escalation_step')} To the address of an event subscription that a step of an escalation policy names, when the step is taken; with ${code('type')} ${code('route_post')} when a route posts there. A failed request is repeated three times, after 15 s or the time in ${code('Retry-After')}; a request whose outcome is unknown is repeated immediately. A repeat has the same ${code('id')} and header ${code('Idempotency-Key')}. Nothing is sent after the alert group was acknowledged, snoozed or resolved.`,
      fieldTables(webhookStep, 'output'),
    ),
    section(
      'Verification',
      `${post('verification')} To a webhook that was just added: its owner enters the code in Tocsin.`,
      fieldTables(webhookVerification, 'output'),
    ),
    section(
      'Warning',
      `${post('warning')} To the webhooks of owners: a problem of the installation itself.`,
      fieldTables(webhookWarning, 'output'),
    ),
  );
}

function verificationSection() {
  const example = readFileSync(inRoot('scripts', 'docs', 'verify-signature.mjs'), 'utf8');
  return section(
    'Checking the signature',
    `Every request has the header ${code('Tocsin-Signature: t=<unix seconds>,v1=<hex>')}. ${code('v1')} is the HMAC-SHA256 of ${code('<t>.<body>')} with the signing secret, which is shown once when the contact method or the event subscription is created. Compute it from the body as it arrived, before parsing, and refuse requests that are older than five minutes:`,
    `\`\`\`js\n${example}\`\`\``,
  );
}

function causesSection({ pageCauseNotes }) {
  const rows = Object.entries(pageCauseNotes).map(([kind, { says, fields }]) => [
    code(kind),
    says,
    Object.entries(fields)
      .map(([name, note]) => `${code(name)}: ${note}`)
      .join('; '),
  ]);
  return section(
    'Causes',
    `${code('cause.kind')} says why the person is paged. *Quiet* pages are for information.`,
    table(['kind', 'meaning', 'other fields'], rows),
  );
}
