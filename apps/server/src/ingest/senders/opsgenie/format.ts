import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { kindOf, refuseMissing, refuseUnrecognized, type Arrival, type SenderFormat, type SenderRoute } from '../../format.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { toSignal } from '../../parsing/one-alert.js';
import { cutKey } from '../../parsing/text.js';
import type { AlertRef, LookupReading, NothingReading, Refusal, SignalReading } from '../../reading.js';
import { alertOf } from './alert.js';
import { answerOf } from './answers.js';
import { readAlarm } from '../netdata/alarm.js';
import { accepted, answers, found, refused, status } from './shapes.js';

type Said = SignalReading | LookupReading | NothingReading;

const create: SenderRoute = {
  methods: ['POST'],
  path: '/v2/alerts',
  says: 'Opsgenie’s Alert API, with any prefix before it: creates an alert. It answers refusals in Opsgenie’s shape.',
  body: 'json',
};
const close: SenderRoute = {
  methods: ['POST'],
  path: '/v2/alerts/:id+/close',
  says: 'Opsgenie’s Alert API: closes an alert, by `identifierType`.',
  body: 'any',
};
const request: SenderRoute = {
  methods: ['GET'],
  path: '/v2/alerts/requests/:id',
  says: 'Opsgenie’s Alert API: what became of a request.',
  body: 'any',
  answers: [status, refused],
};
const alert: SenderRoute = {
  methods: ['GET'],
  path: '/v2/alerts/:id+',
  says: 'Opsgenie’s Alert API: an alert, by `identifierType`.',
  body: 'any',
  answers: [found, refused],
};

const netdata: SenderRoute = {
  methods: ['POST'],
  path: '/v1/json/integrations/webhooks/netdata',
  says: 'Opsgenie’s address for Netdata, with any prefix before it.',
  body: 'json',
  answers: [{ ...accepted, status: 200 }, refused],
};
/** Netdata insists on 200. */
const viaNetdata = 'netdata';

/** Opsgenie’s Alert API as far as alerts open and close. Sender: docs.opsgenie.com/docs/alert-api. Its answers are reproduced exactly. */
export const opsgenieAlerts: SenderFormat<Said> = {
  kind: 'opsgenie',
  routes: [create, close, request, alert, netdata],
  answers,
  keyIn: { query: 'apiKey' },
  keepsRequests: true,
  read: (arrival, newKey) => readers[arrival.path]!(arrival, newKey),
  answer: (reading, result) => {
    const answer = answerOf(reading, result);
    return 'via' in reading && reading.via === viaNetdata ? { ...answer, status: 200 } : answer;
  },
};

/** Gatus says that it is over by one more create, and then closes. */
const isOver = /^(?:\[.+\] )?RESOLVED: /;

const readCreate = ({ body }: Arrival, newKey: string): SignalReading | Refusal => {
  const fields = asObject(body);
  if (!fields) return refuseUnrecognized(`The body is ${kindOf(body)}, not an object: send one alert in each request.`);
  const message = asLine(fields['message']);
  if (message === null) return refuseMissing('message', 'Message can not be empty.');
  const alias = asTrimmedText(fields['alias']);
  const action = alias !== null && isOver.test(message) ? 'resolve' : 'trigger';
  return readSignal(action, alias ?? newKey, message, fields, alias === null ? 'new' : 'sender');
};

const readSignal = (
  action: Signal['action'],
  key: string,
  summary: string | null,
  fields: JsonFields,
  keyFrom: SignalReading['keyFrom'],
): SignalReading => ({ kind: 'signal', signal: toSignal({ action, key, summary }, alertOf(fields)), keyFrom });

const refOf = ({ params, query }: Arrival): AlertRef => {
  const value = asTrimmedText(params['id']) ?? '';
  if (query['identifierType'] === 'alias') return { by: 'key', value: cutKey(value, integrationLimits.dedupKeyCharacters) };
  return { by: query['identifierType'] === 'tiny' ? 'number' : 'id', value };
};

/** A body is not needed, so none is refused: the close would be lost. */
const readClose = (arrival: Arrival): SignalReading | Refusal => {
  const ref = refOf(arrival);
  if (ref.value === '') return refuseMissing('identifier', 'Identifier can not be empty.');
  const reading = readSignal('resolve', ref.value, null, {}, 'sender');
  return ref.by === 'key' ? reading : { ...reading, of: ref };
};

const readNetdata = ({ body }: Arrival): Said | Refusal => {
  const fields = asObject(body);
  if (!fields) return refuseUnrecognized(`The body is ${kindOf(body)}, not an object.`);
  const reading = readAlarm(fields);
  return reading.kind === 'refusal' ? reading : { ...reading, via: viaNetdata };
};

const readers: Readonly<Record<string, (arrival: Arrival, newKey: string) => Said | Refusal>> = {
  [create.path]: readCreate,
  [close.path]: readClose,
  [netdata.path]: readNetdata,
  [request.path]: ({ params }) => ({ kind: 'lookup', of: 'request', requestId: params['id'] ?? '' }),
  [alert.path]: (arrival) => ({ kind: 'lookup', of: 'alert', alert: refOf(arrival) }),
};
