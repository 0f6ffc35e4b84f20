import type { SenderRoute } from '../../format.js';
import { refuseUnrecognized } from '../../format.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { nothing } from '../../reading.js';
import { readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';

/** Monit’s states of an event; `changed` never comes back by itself. */
const actions: Readonly<Record<string, 'trigger' | 'resolve'>> = { '0': 'resolve', '1': 'trigger', '2': 'trigger', '3': 'resolve' };
const changed = '2';

/** Monit itself started or stopped, or did what a person asked for. */
const isOwnDoing = (event: JsonFields): boolean => ['65536', '131072'].includes(asTrimmedText(event['id']) ?? '');

const eventOf = (event: JsonFields, host: string): WebhookReading => {
  const service = asLine(event['service']) ?? 'Monit';
  const state = asTrimmedText(event['state']) ?? '';
  const action = actions[state];
  if (!action || isOwnDoing(event)) return nothing;
  const message = asLine(event['message']);
  return readAlert({
    action,
    key: `${host}/${service}/${asTrimmedText(event['id']) ?? ''}`,
    summary: `${service} on ${host}: ${message ?? 'failed'}`,
    name: service,
    severity: state === changed ? 'warning' : 'error',
    labels: { host, service },
    details: message,
  });
};

const collector: SenderRoute = {
  methods: ['POST'],
  path: '/collector',
  says: 'Monit’s report to M/Monit, with any prefix before it; the key as password of Basic authentication.',
  body: 'fields',
};

/** Monit’s XML for M/Monit: only a report with an event says something. Sender: mmonit.com/monit/documentation, `set mmonit`. */
export const monitReport = webhookFormat({
  kind: 'monit',
  says: 'Monit’s report to M/Monit',
  body: 'fields',
  routes: [collector],
  status: 200,
  read(sent) {
    const report = asObject(sent['monit']);
    if (!report) return refuseUnrecognized('The body is not Monit’s XML: its root is `monit`.');
    const event = asObject(report['event']);
    if (!event) return nothing;
    const server = asObject(report['server']) ?? {};
    return eventOf(event, asLine(server['localhostname']) ?? asLine(report['localhostname']) ?? 'an unknown host');
  },
});
