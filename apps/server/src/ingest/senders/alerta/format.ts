import type { Severity } from '@tocsin/contracts/severities.js';
import { z } from 'zod';
import type { SenderFormat, SenderRoute } from '../../format.js';
import { refuseMissing } from '../../format.js';
import { asLine, asList, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { NothingReading, SignalReading } from '../../reading.js';
import { isNetdataTest } from '../../parsing/test-alerts.js';
import { isKumaTest } from '../uptime-kuma/message.js';
import { joined, readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';

const severities: Readonly<Record<string, Severity>> = {
  security: 'critical',
  critical: 'critical',
  major: 'error',
  minor: 'warning',
  warning: 'warning',
  indeterminate: 'warning',
  informational: 'info',
  debug: 'info',
  trace: 'info',
};
const isOver: ReadonlySet<string> = new Set(['normal', 'ok', 'cleared']);

const listed = (value: unknown): string | null =>
  (asList(value) ?? [])
    .map(asTrimmedText)
    .filter((one) => one !== null)
    .join(', ') || null;

/** Events that correlate, such as NodeDown and NodeUp, are states of one alert. */
const subjectOf = (fields: JsonFields, event: string): string => {
  const correlated = (asList(fields['correlate']) ?? []).map(asTrimmedText).filter((one) => one !== null);
  return correlated.includes(event) ? correlated.toSorted().join(',') : event;
};

const actionOf = (status: string | undefined, severity: string): Signal['action'] => {
  if (status === 'closed' || isOver.has(severity)) return 'resolve';
  return status === 'ack' ? 'acknowledge' : 'trigger';
};

const read = (fields: JsonFields): WebhookReading => {
  const [resource, event] = [asLine(fields['resource']), asTrimmedText(fields['event'])];
  if (resource === null) return refuseMissing('resource', 'An alert needs a `resource`.');
  if (event === null) return refuseMissing('event', 'An alert needs an `event`.');
  const severity = asTrimmedText(fields['severity'])?.toLowerCase() ?? 'normal';
  const text = asLine(fields['text']);
  const attributes = asObject(fields['attributes']) ?? {};
  return readAlert({
    action: actionOf(asTrimmedText(fields['status'])?.toLowerCase(), severity),
    key: joined([asTrimmedText(fields['environment']), resource, subjectOf(fields, event)], '/'),
    summary: joined([`${event} on ${resource}`, text], ': '),
    name: event,
    severity,
    severities,
    labels: {
      host: resource,
      environment: fields['environment'],
      service: listed(fields['service']),
      group: fields['group'],
      value: fields['value'],
      origin: fields['origin'],
      tags: listed(fields['tags']),
      ...attributes,
    },
    links: Object.entries(attributes).map(([name, href]) => [/runbook/i.test(name) ? 'runbook' : 'other', href, name] as const),
    details: fields['rawData'] ?? text,
    // the test of Netdata, and of Uptime Kuma
    test: isNetdataTest(attributes) || (event === 'msg' && resource === 'Message' && isKumaTest(text)),
  });
};

const routeAt = (path: string): SenderRoute => ({
  methods: ['POST'],
  path,
  says: 'Alerta’s API at its own address, with any prefix before it; the key as `Authorization: Key …`, `X-API-Key` or `?api-key=`.',
  body: 'json',
});

const webhook = webhookFormat({
  kind: 'alerta',
  says: 'Alerta’s alert',
  routes: [routeAt('/api/alert'), routeAt('/alert')],
  keyIn: { query: 'api-key' },
  read,
});
const shape = { name: 'AlertaAccepted', schema: z.object({ status: z.literal('ok'), id: z.string() }) };

/** Alerta’s API as far as alerts are sent: its clients read `status` and `id`. Sender: docs.alerta.io/api/reference.html. */
export const alertaAlert: SenderFormat<SignalReading | NothingReading> = {
  ...webhook,
  answers: [{ status: 201, says: 'Stored on disk.', shape }],
  answer: (reading, result) =>
    reading.kind === 'refusal' ? webhook.answer(reading, result) : { status: 201, body: { status: 'ok', id: result.requestId } },
};
