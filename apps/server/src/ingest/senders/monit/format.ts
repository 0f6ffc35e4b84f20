import type { SenderRoute } from '../../format.js';
import { refuseUnrecognized } from '../../format.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { nothing } from '../../reading.js';
import { joined, readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';
import { monitEventOf } from './event.js';

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

/** A program that Monit runs has the event in its environment, and posts it: `MONIT_SERVICE`, `MONIT_EVENT`. */
const readExec = (sent: JsonFields): WebhookReading => {
  const fields = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.replace(/^monit_/i, '').toLowerCase(), value]));
  const [service, event] = [asLine(fields['service']), asLine(fields['event'])];
  if (service === null || event === null)
    return refuseUnrecognized('The body is neither Monit’s XML nor its MONIT_SERVICE and MONIT_EVENT.');
  const host = asLine(fields['host']) ?? 'an unknown host';
  const description = asLine(fields['description']);
  const { check, isOver } = monitEventOf(event);
  return readAlert({
    action: isOver ? 'resolve' : 'trigger',
    key: joined([host, service, check], '/'),
    summary: `${service} on ${host}: ${description ?? event}`,
    name: service,
    severity: /changed$/i.test(event) ? 'warning' : 'error',
    labels: { host, service, event },
    details: description,
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
    if (!report) return readExec(sent);
    if (Array.isArray(report['event']))
      return refuseUnrecognized('The report has several events: Monit sends each in a report of its own.');
    const event = asObject(report['event']);
    if (!event) return nothing;
    const server = asObject(report['server']) ?? {};
    return eventOf(event, asLine(server['localhostname']) ?? asLine(report['localhostname']) ?? 'an unknown host');
  },
});
