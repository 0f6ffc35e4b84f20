import { z } from 'zod';
import type { Link, Signal } from '@tocsin/contracts/routing/signals.js';
import { refuseMissing, type SenderAnswer, type SenderRoute } from '../../format.js';
import { described } from '../../parsing/described-alert.js';
import { asLine, firstLine, asList, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { toSignal } from '../../parsing/one-alert.js';
import { isGrafanaTestText, isNetdataTest, isUnfilledMacro } from '../../parsing/test-alerts.js';
import type { NothingReading, SignalReading } from '../../reading.js';
import { readMacros } from '../nagios/macros.js';
import { refusedAnswers, type ReadEvent } from './shapes.js';

const events: SenderRoute = {
  methods: ['POST'],
  path: '/generic/2010-04-15/create_event.json',
  says: 'PagerDuty’s Events API v1, with any prefix before it; the key as `service_key`.',
  body: 'json',
  answers: [
    {
      status: 200,
      says: 'Stored on disk.',
      shape: {
        name: 'PagerdutyOlderAccepted',
        schema: z.object({ status: z.literal('success'), message: z.literal('Event processed'), incident_key: z.string() }),
      },
    },
    ...refusedAnswers,
  ],
};

const nagios: SenderRoute = {
  ...events,
  path: '/nagios/2010-04-15/create_event',
  says: 'PagerDuty’s interface for Nagios: the macros as a form, with the key as `CONTACTPAGER`.',
  body: 'form',
};

export const olderRoutes: readonly SenderRoute[] = [events, nagios];
export const olderKeyFields = ['service_key', 'CONTACTPAGER', 'NAGIOS_CONTACTPAGER'];

const actions = new Map<string | undefined, Signal['action']>([
  ['trigger', 'trigger'],
  ['acknowledge', 'acknowledge'],
  ['resolve', 'resolve'],
]);

const kindOfContext = (type: unknown, text: string): Link['kind'] =>
  type === 'image' ? 'image' : /runbook|playbook/i.test(text) ? 'runbook' : 'other';

const linksOf = (event: JsonFields, details: JsonFields): (readonly [Link['kind'], unknown, string])[] => [
  ['runbook', details['runbook_url'], 'Runbook'],
  ...(asList(event['contexts']) ?? []).map((one) => {
    const { type, href, src, text, alt } = asObject(one) ?? {};
    const words = asTrimmedText(text) ?? asTrimmedText(alt) ?? (type === 'image' ? 'Image' : 'Link');
    return [kindOfContext(type, words), type === 'image' ? src : href, words] as const;
  }),
  ['source', event['client_url'], asTrimmedText(event['client']) ?? 'Source'],
];

/** The severity is no field here: `details` has it, if anything. */
const severityOf = (details: JsonFields): unknown => details['severity'] ?? details['status'] ?? details['SERVICESTATE'];

/** Netdata gives each message another key, so its alarm and its host are the key. */
const netdataKeyOf = (details: JsonFields): string | null => {
  const [alarm, host] = [asTrimmedText(details['alarm_id']), firstLine(details, 'host', 'hostname')];
  const isNetdata = ['chart', 'old_status', 'value_w_units'].every((field) => field in details);
  return isNetdata && alarm !== null && host !== null ? `netdata/${host}/${alarm}` : null;
};

const readOlder: ReadEvent = (event, newKey) =>
  asTrimmedText(event['service_key']) === null ? refuseMissing('service_key', 'Service key is missing or blank') : readKeyed(event, newKey);

const readKeyed: ReadEvent = (event, newKey) => {
  const action = actions.get(asTrimmedText(event['event_type'])?.toLowerCase());
  const details = asObject(event['details']) ?? {};
  const netdataKey = netdataKeyOf(details);
  const key = netdataKey ?? asTrimmedText(event['incident_key']);
  const summary = asLine(event['description']);
  if (!action) return refuseMissing('event_type', 'Event type is invalid (must be one of: trigger, acknowledge, resolve)');
  if (action !== 'trigger' && key === null) return refuseMissing('incident_key', 'Incident key is missing or blank');
  if (action === 'trigger' && summary === null) return refuseMissing('description', 'Description is missing or blank');
  const host = firstLine(details, 'host', 'hostname', 'HOSTNAME', 'instance');
  const alert = described({
    severity: severityOf(details),
    labels: { host, service: firstLine(details, 'service', 'SERVICEDESC'), client: event['client'] },
    links: linksOf(event, details),
    details: event['details'],
  });
  const test = isUnfilledMacro(key) || (netdataKey !== null && isNetdataTest(details)) || isGrafanaTestText(details['firing']);
  const signal = toSignal({ action, key: key ?? newKey, summary, test }, alert);
  return { kind: 'signal', signal, keyFrom: key === null ? 'new' : 'sender', via: 'v1' };
};

/** The form is sent once and then deleted, so only one without a host is refused. */
const readNagios: ReadEvent = (event) => {
  const reading = readMacros(event) ?? refuseMissing('HOSTNAME', 'HOSTNAME is missing or blank');
  return reading.kind === 'refusal' ? reading : { ...reading, via: 'v1' };
};

export const olderReaders: Readonly<Record<string, ReadEvent>> = { [events.path]: readOlder, [nagios.path]: readNagios };

/** To the letter: its clients insist on 200. */
export const answerOlder = (reading: SignalReading | NothingReading): SenderAnswer => ({
  status: 200,
  body: { status: 'success', message: 'Event processed', incident_key: reading.kind === 'nothing' ? '' : reading.signal.key },
});
