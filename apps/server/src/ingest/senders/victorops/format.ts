import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { z } from 'zod';
import { kindOf, refuseMissing, refuseUnrecognized, type SenderAnswer, type SenderFormat, type SenderRoute } from '../../format.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { isGrafanaTestText, isUnfilledMacro } from '../../parsing/test-alerts.js';
import { headersOf } from '../../problem.js';
import { nothing, type IngestRefusal, type NothingReading, type Refusal, type SignalReading } from '../../reading.js';
import { readAlert } from '../../webhook-format.js';

type Said = SignalReading | NothingReading;

/** INFO is a note in the timeline, which opens nothing. */
const actions: Readonly<Record<string, Signal['action'] | 'note'>> = {
  CRITICAL: 'trigger',
  WARNING: 'trigger',
  ACKNOWLEDGEMENT: 'acknowledge',
  ACK: 'acknowledge',
  RECOVERY: 'resolve',
  OK: 'resolve',
  INFO: 'note',
};

const accepted = { name: 'VictoropsAccepted', schema: z.object({ result: z.literal('success'), entity_id: z.string() }) };
const refused = { name: 'VictoropsRefused', schema: z.object({ result: z.literal('failure'), message: z.string() }) };

const routeAt = (path: string): SenderRoute => ({
  methods: ['POST'],
  path,
  says: 'VictorOps’ REST endpoint, with any prefix before it; the routing key is a label.',
  body: 'json',
});

/** VictorOps’ REST endpoint, today Splunk On-Call. Sender: help.victorops.com, REST endpoint integration guide. */
export const victoropsAlert: SenderFormat<Said> = {
  kind: 'victorops',
  routes: [routeAt('/integrations/generic/20131114/alert/:key'), routeAt('/integrations/generic/20131114/alert/:key/:routing')],
  answers: [
    { status: 200, says: 'Stored on disk.', shape: accepted },
    { status: 400, says: 'Refused: `message` says why. Other refusals have the same shape and their usual status.', shape: refused },
  ],
  keyIn: { query: 'key' },
  read({ body, params }, newKey) {
    const fields = asObject(body);
    if (!fields) return refuseUnrecognized(`The body is ${kindOf(body)}, not an object.`);
    const word = asTrimmedText(fields['message_type']);
    if (word === null)
      return refuseMissing('message_type', '`message_type` is missing: CRITICAL, WARNING, ACKNOWLEDGEMENT, INFO or RECOVERY.');
    // an unknown word is a trigger: better too loud than lost
    const action = actions[word.toUpperCase()] ?? 'trigger';
    return action === 'note' ? nothing : signalOf(action, word, fields, params['routing'], newKey);
  },
  answer: (reading) =>
    reading.kind === 'refusal'
      ? answerRefused(reading)
      : { status: 200, body: { result: 'success', entity_id: reading.kind === 'signal' ? reading.signal.key : '' } },
};

/** Uptime Kuma’s test button has no monitor. */
const testKeys: ReadonlySet<string | null> = new Set(['Uptime Kuma/undefined']);

const own: ReadonlySet<string> = new Set(['message_type', 'entity_id', 'entity_display_name', 'state_message', 'vo_annotate']);
const hosts = ['host', 'hostname', 'host_name'];

const signalOf = (
  action: Signal['action'],
  word: string,
  fields: JsonFields,
  routing: string | undefined,
  newKey: string,
): SignalReading => {
  const key = asTrimmedText(fields['entity_id']);
  const message = asTrimmedText(fields['state_message']);
  const labels = Object.fromEntries(Object.entries(fields).filter(([name, value]) => !own.has(name) && !/^https?:/i.test(String(value))));
  const host = hosts.map((name) => asTrimmedText(fields[name])).find((name) => name !== null);
  const reading = readAlert({
    action,
    key: key ?? newKey,
    summary: asLine(fields['entity_display_name']) ?? asLine(message) ?? key ?? 'An alert without a name',
    test: testKeys.has(key) || isUnfilledMacro(key) || isGrafanaTestText(message),
    severity: asTrimmedText(fields['severity']) ?? word,
    labels: { host, routing_key: routing, ...labels },
    links: Object.entries(fields).map(([name, href]) => ['source', href, name] as const),
    details: message,
  });
  return key === null ? { ...reading, keyFrom: 'new' } : reading;
};

const statuses: Readonly<Record<IngestRefusal, number>> = {
  too_large: 413,
  malformed: 400,
  unrecognized: 400,
  missing_field: 400,
  unknown_key: 401,
  other_kind: 403,
  other_method: 405,
  throttled: 429,
};

const answerRefused = (refusal: Refusal): SenderAnswer => ({
  status: statuses[refusal.refusal],
  headers: headersOf(refusal),
  body: { result: 'failure', message: refusal.texts.join(' ') || refusal.refusal.replaceAll('_', ' ') },
});
