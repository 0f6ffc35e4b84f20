import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { kindOf, refuseMissing, refuseUnrecognized, type Arrival, type SenderFormat } from '../../format.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { toSignal } from '../../parsing/one-alert.js';
import { isGrafanaTest, isGrafanaTestText, isUnfilledMacro } from '../../parsing/test-alerts.js';
import { cutKey } from '../../parsing/text.js';
import {
  type AlertRef,
  type LookupReading,
  type NothingReading,
  type PingReading,
  type Refusal,
  type SignalReading,
} from '../../reading.js';
import { readAct } from './acts.js';
import { alertOf } from './alert.js';
import { answerOf, viaCount, viaJsm, viaList } from './answers.js';
import { listQueryOf } from './list-query.js';
import { readAlarm } from '../netdata/alarm.js';
import { heartbeatReaders, heartbeatRoutes } from './heartbeats.js';
import { acknowledge, alert, close, count, create, jsm, jsmNotes, list, lists, netdata, notes, remove, request } from './routes.js';
import { answers } from './shapes.js';

type Said = SignalReading | PingReading | LookupReading | NothingReading;

/** Netdata insists on 200. */
const viaNetdata = 'netdata';
/** Uptime Kuma’s test button. */
const testAlias = 'uptime-kuma-notification-test';

/** Opsgenie’s Alert API as far as alerts open and close. Sender: docs.opsgenie.com/docs/alert-api. Its answers are reproduced exactly. */
export const opsgenieAlerts: SenderFormat<Said> = {
  kind: 'opsgenie',
  routes: [
    create,
    close,
    acknowledge,
    ...notes,
    ...lists,
    request,
    count,
    alert,
    list,
    remove,
    netdata,
    ...jsmNotes,
    ...Object.values(jsm),
    ...heartbeatRoutes,
  ],
  answers,
  keyIn: { query: 'apiKey' },
  keepsRequests: true,
  read: (arrival, newKey) => readers[arrival.path]!(arrival, newKey),
  answer: (reading, result) => {
    const answer = answerOf(reading, result);
    return 'via' in reading && reading.via === viaNetdata ? { ...answer, status: 200 } : answer;
  },
};

/** A test button of Uptime Kuma, Zabbix or Grafana. */
const isTest = (key: string, { details, description }: JsonFields): boolean =>
  key === testAlias || isUnfilledMacro(key) || isGrafanaTest(asObject(details) ?? {}) || isGrafanaTestText(description);

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
): SignalReading => ({ kind: 'signal', signal: toSignal({ action, key, summary, test: isTest(key, fields) }, alertOf(fields)), keyFrom });

const isRead = ({ method }: Arrival): boolean => method === 'GET' || method === 'HEAD';

const refOf = ({ params, query }: Arrival): AlertRef => {
  const value = asTrimmedText(params['id']) ?? '';
  if (query['identifierType'] === 'alias') return { by: 'key', value: cutKey(value, integrationLimits.dedupKeyCharacters) };
  return { by: query['identifierType'] === 'tiny' ? 'number' : 'id', value };
};

/** Of an alert that is named. A body is not needed, so none is refused: the close would be lost. */
const readNamed =
  (action: 'resolve' | 'acknowledge') =>
  (arrival: Arrival): SignalReading | Refusal => {
    const ref = refOf(arrival);
    if (ref.value === '') return refuseMissing('identifier', 'Identifier can not be empty.');
    const reading = readSignal(action, ref.value, null, {}, 'sender');
    return ref.by === 'key' ? reading : { ...reading, of: ref };
  };

const readAlias = ({ query }: Arrival): LookupReading => {
  const value = cutKey(asTrimmedText(query['alias']) ?? '', integrationLimits.dedupKeyCharacters);
  return { kind: 'lookup', of: 'alert', alert: { by: 'key', value }, via: viaJsm };
};

const readNetdata = ({ body }: Arrival): Said | Refusal => {
  const fields = asObject(body);
  if (!fields) return refuseUnrecognized(`The body is ${kindOf(body)}, not an object.`);
  const reading = readAlarm(fields);
  return reading.kind === 'refusal' ? reading : { ...reading, via: viaNetdata };
};

const readActOrList = (arrival: Arrival): Said | Refusal =>
  isRead(arrival) ? { kind: 'lookup', of: 'alert', alert: refOf(arrival), via: viaList } : readAct(arrival, refOf(arrival));

const readRequest = ({ params }: Arrival): LookupReading => ({ kind: 'lookup', of: 'request', requestId: params['id'] ?? '' });

const readAlertOrRemoval =
  (via?: string) =>
  (arrival: Arrival): Said | Refusal =>
    arrival.method === 'DELETE'
      ? readNamed('resolve')(arrival)
      : { kind: 'lookup', of: 'alert', alert: refOf(arrival), ...(via === undefined ? {} : { via }) };

const readers: Readonly<Record<string, (arrival: Arrival, newKey: string) => Said | Refusal>> = {
  [create.path]: (arrival, newKey) =>
    isRead(arrival) ? { kind: 'lookup', of: 'alerts', only: listQueryOf(arrival.query) } : readCreate(arrival, newKey),
  [count.path]: ({ query }) => ({ kind: 'lookup', of: 'alerts', only: { ...listQueryOf(query), limit: 0 }, via: viaCount }),
  [jsm.create.path]: readCreate,
  [close.path]: readNamed('resolve'),
  [jsm.close.path]: readNamed('resolve'),
  [jsm.acknowledge.path]: readNamed('acknowledge'),
  [acknowledge.path]: readNamed('acknowledge'),
  ...Object.fromEntries([...notes, ...jsmNotes, ...lists].map(({ path }) => [path, readActOrList])),
  [jsm.alias.path]: readAlias,
  [netdata.path]: readNetdata,
  [request.path]: readRequest,
  [jsm.request.path]: readRequest,
  [alert.path]: readAlertOrRemoval(),
  [jsm.alert.path]: readAlertOrRemoval(viaJsm),
  ...heartbeatReaders,
};
