import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Link, Signal } from '@tocsin/contracts/routing/signals.js';
import {
  kindOf,
  largestOf,
  refuseMissing,
  refuseUnrecognized,
  type SenderAnswer,
  type SenderFormat,
  type SenderRoute,
} from '../../format.js';
import { nothing, type NothingReading, type Refusal, type SignalReading } from '../../reading.js';
import { answerOlder, olderKeyFields, olderReaders, olderRoutes } from './older.js';
import { refusedAnswers, type ReadEvent } from './shapes.js';
import { labelsOf } from '../../parsing/labels.js';
import { asDetails, asLine, asList, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { addImage, addLink, addNamedLinks, addWrittenLink } from '../../parsing/links.js';
import { toSignal, type ReadAlert } from '../../parsing/one-alert.js';
import { headersOf, sizeWords } from '../../problem.js';
import { severityOf } from '../../parsing/severity.js';
import { cutToBytes, noteCut, cutToLength } from '../../parsing/text.js';
import { isGrafanaTestText, isNetdataTest, isUnfilledMacro } from '../../parsing/test-alerts.js';
import { instantOf } from '../../parsing/time.js';
import { z } from 'zod';

/** To the letter: clients compare it. */
const accepted = {
  name: 'PagerdutyAccepted',
  schema: z.object({ status: z.literal('success'), message: z.literal('Event processed'), dedup_key: z.string() }),
};

const actions = new Map<string | undefined, Signal['action']>([
  ['trigger', 'trigger'],
  ['acknowledge', 'acknowledge'],
  ['resolve', 'resolve'],
]);
const noFields: JsonFields = {};

/** The key of Uptime Kuma’s test button: its monitor has no id. */
const uptimeKumaTestKey = 'Uptime Kuma/undefined';

/**
 * The key of an alarm of Netdata, null for any other client. Netdata’s `dedup_key` is the id of the message, so that nothing that follows would find
 * its alert; `alarm_id` is the alarm’s own, unique on its host. Sender: its alarm-notify.sh.
 */
const netdataKeyOf = (payload: JsonFields): string | null => {
  const details = asObject(payload['custom_details']) ?? noFields;
  const alarmId = asTrimmedText(details['alarm_id']);
  const source = asTrimmedText(payload['source']);
  const isNetdata = ['chart', 'old_status', 'value_w_units', 'non_clear_duration'].every((field) => field in details);
  return isNetdata && alarmId !== null && source !== null ? `netdata/${source}/${alarmId}` : null;
};

/** A test button of Uptime Kuma, Zabbix, Netdata or Grafana. */
const isTest = (key: string | null, payload: JsonFields): boolean => {
  const details = asObject(payload['custom_details']) ?? noFields;
  const isOfNetdata = netdataKeyOf(payload) !== null && isNetdataTest(details);
  return key === uptimeKumaTestKey || isUnfilledMacro(key) || isOfNetdata || isGrafanaTestText(details['firing']);
};

const changes: SenderRoute = {
  methods: ['POST'],
  path: '/v2/change/enqueue',
  says: 'PagerDuty’s change events: accepted, and not recorded.',
  body: 'json',
  answers: [
    {
      status: 202,
      says: 'Accepted. Nothing is recorded.',
      shape: {
        name: 'PagerdutyChangeAccepted',
        schema: z.object({ status: z.literal('success'), message: z.literal('Change event processed') }),
      },
    },
    ...refusedAnswers,
  ],
};

/** PagerDuty’s Events API v2, `POST …/v2/enqueue`. Its answers are reproduced exactly, because clients compare them. */
export const pagerdutyEvents: SenderFormat<SignalReading | NothingReading> = {
  kind: 'pagerduty-events',
  routes: [
    {
      methods: ['POST'],
      path: '/v2/enqueue',
      says: 'PagerDuty’s Events API v2, with any prefix before it; the key as `routing_key`. It answers refusals in PagerDuty’s shape.',
      body: 'json',
    },
    changes,
    ...olderRoutes,
  ],
  answers: [{ status: 202, says: 'Stored on disk.', shape: accepted }, ...refusedAnswers],
  keyIn: { body: ['routing_key', ...olderKeyFields] },
  read({ body, path }, newKey) {
    const event = asObject(body);
    if (!event) return refuseUnrecognized(`The event is ${kindOf(body)}, not an object: send one event in each request`);
    return (readers[path] ?? readEvent)(event, newKey);
  },
  answer: (reading) => (reading.kind === 'refusal' ? refusalAnswers[reading.refusal](reading) : answerAccepted(reading)),
};

const readEvent: ReadEvent = (event, newKey) => {
  const action = actions.get(asTrimmedText(event['event_action'])?.toLowerCase());
  const payload = asObject(event['payload']) ?? noFields;
  const key = netdataKeyOf(payload) ?? asTrimmedText(event['dedup_key']);
  if (asTrimmedText(event['routing_key']) === null) return refuseMissing('routing_key', "'routing_key' is missing or blank");
  if (!action)
    return refuseMissing('event_action', "'event_action' is missing or invalid (should be one of trigger, acknowledge, resolve)");
  if (action !== 'trigger' && key === null) return refuseMissing('dedup_key', "'dedup_key' is missing or blank");
  const summary = asLine(payload['summary']);
  if (action === 'trigger' && summary === null) return refuseMissing('payload.summary', "'payload.summary' is missing or blank");
  const signal = toSignal({ action, key: key ?? newKey, summary, test: isTest(key, payload) }, alertOf(event, payload));
  return { kind: 'signal', signal, keyFrom: key === null ? 'new' : 'sender' };
};

/** Something was deployed: PagerDuty shows it, and pages nobody. */
const readChange: ReadEvent = (event) => {
  if (asTrimmedText(event['routing_key']) === null) return refuseMissing('routing_key', "'routing_key' is missing or blank");
  if (asLine(asObject(event['payload'])?.['summary']) === null)
    return refuseMissing('payload.summary', "'payload.summary' is missing or blank");
  return nothing;
};

const readers: Readonly<Record<string, ReadEvent>> = { [changes.path]: readChange, ...olderReaders };

const answerAccepted = (reading: SignalReading | NothingReading): SenderAnswer => {
  if (reading.via !== undefined) return answerOlder(reading);
  if (reading.kind === 'nothing') return { status: 202, body: { status: 'success', message: 'Change event processed' } };
  return { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: reading.signal.key } };
};

const answerInvalid = (...errors: readonly string[]): SenderAnswer => ({
  status: 400,
  body: { status: 'invalid event', message: 'Event object is invalid', errors },
});

const answerNotAnEvent = (...errors: readonly string[]): SenderAnswer => ({
  status: 400,
  body: { status: 'Unrecognized object', message: 'Event object format is unrecognized', errors },
});

const refusalAnswers: Readonly<Record<Refusal['refusal'], (refusal: Refusal) => SenderAnswer>> = {
  too_large: (refusal) => ({
    status: 413,
    headers: headersOf(refusal),
    body: {
      status: 'invalid event',
      message: 'Event object is too large',
      errors: [`The request body is larger than ${sizeWords(largestOf(pagerdutyEvents))}`],
    },
  }),
  malformed: () => answerNotAnEvent('JSON parse error'),
  unrecognized: ({ texts }) => answerNotAnEvent(...texts),
  missing_field: ({ texts }) => answerInvalid(...texts),
  unknown_key: () => answerInvalid("'routing_key' is not known here: copy it from the integration’s page"),
  other_kind: ({ texts }) => answerInvalid(...texts),
  other_method: ({ texts }) => ({ ...answerInvalid(...texts), status: 405 }),
  throttled: (refusal) => ({
    status: 429,
    headers: headersOf(refusal),
    body: { status: 'throttle exceeded', message: 'Requests for this service are arriving too quickly.  Please retry later.' },
  }),
};

const alertOf =
  (event: JsonFields, payload: JsonFields): ReadAlert =>
  (key, state, summary, cut) => {
    const severityWord = asTrimmedText(payload['severity']) ?? '';
    const details = asDetails(payload['custom_details']);
    return {
      fingerprint: key,
      state,
      // payload.timestamp is the time of measurement: it differs in every repeat, so each would look like a re-fire
      startsAt: null,
      name: cutToLength(asLine(payload['class']) ?? summary, integrationLimits.summaryCharacters, 'name', cut),
      summary: cutToLength(summary, integrationLimits.summaryCharacters, 'summary', cut),
      severity: severityOf(severityWord),
      severityWord: cutToLength(severityWord, integrationLimits.labelCharacters, 'severity', cut),
      labels: labelsOf(toLabels(payload), cut),
      links: linksOf(event, payload, cut),
      details: details && noteCut(cutToBytes(details, integrationLimits.detailsBytes), details, 'details', cut),
    };
  };

const toLabels = (payload: JsonFields): JsonFields => ({
  source: asTrimmedText(payload['source']),
  component: asTrimmedText(payload['component']),
  group: asTrimmedText(payload['group']),
  class: asTrimmedText(payload['class']),
  timestamp: instantOf(payload['timestamp']) ?? asTrimmedText(payload['timestamp']),
});

const linksOf = (event: JsonFields, payload: JsonFields, cut: string[]): Link[] => {
  const links: Link[] = [];
  for (const link of asList(event['links']) ?? []) addWrittenLink(links, cut, link);
  const custom = asObject(payload['custom_details']);
  if (custom) addNamedLinks(links, cut, custom);
  for (const image of asList(event['images']) ?? []) addImage(links, cut, image);
  addLink(links, cut, 'source', event['client_url'], asTrimmedText(event['client']) ?? 'Source');
  return links;
};
