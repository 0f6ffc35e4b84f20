import { senderWords } from '@tocsin/contracts/integrations/sender-words.js';
import type { Severity } from '@tocsin/contracts/severities.js';
import type { ReadingResult, SenderAnswer } from '../../format.js';
import type { GroupAlert } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import { headersOf } from '../../problem.js';
import { viaMade, viaTurn } from './heartbeats.js';
import type { FoundHeartbeat } from '../../pings.js';
import type { HeartbeatRef, IngestRefusal, LookupReading, NothingReading, PingReading, Refusal, SignalReading } from '../../reading.js';
import type { FoundAlert, FoundAlerts, FoundRequest } from '../../sent-alerts.js';

type AlertLookup = Extract<LookupReading, { of: 'alert' }>;
type AlertsLookup = Extract<LookupReading, { of: 'alerts' }>;

/** Clients only show it. */
const took = 0.01;

const answer = (code: number, id: string, body: object, headers: Readonly<Record<string, string>> = {}): SenderAnswer => ({
  status: code,
  headers: {
    'x-request-id': id,
    'x-response-time': String(took),
    'x-ratelimit-state': code === 429 ? 'THROTTLED' : 'OK',
    'x-ratelimit-reason': 'INTEGRATION',
    'x-ratelimit-period-in-sec': '60',
    ...headers,
  },
  body: { ...body, took, requestId: id },
});

const refusals: Readonly<Record<IngestRefusal, readonly [status: number, message: string]>> = {
  too_large: [413, 'The request body is too large.'],
  malformed: [400, 'The request body is not valid JSON.'],
  unrecognized: [400, 'The request body is not an alert.'],
  missing_field: [422, 'Request body is not processable. Please check the errors.'],
  unknown_key: [401, 'Could not authenticate: copy the key from the integration’s page.'],
  other_kind: [403, 'The key is that of another integration.'],
  other_method: [405, 'The method is not allowed.'],
  throttled: [429, 'You are making too many requests! To avoid errors, we recommend you to limit the number of requests.'],
};

const answerRefused = (refusal: Refusal, id: string): SenderAnswer => {
  const [code, message] = refusals[refusal.refusal];
  if (refusal.field !== undefined) return answer(code, id, { message, errors: { [refusal.field]: refusal.texts.join(' ') } });
  return answer(code, id, { message: [message, ...refusal.texts].join(' ') }, headersOf(refusal));
};

const statuses: Readonly<Record<FoundRequest['action'], readonly [action: string, text: string]>> = {
  trigger: ['Create', 'Created alert'],
  resolve: ['Close', 'Closed alert'],
  acknowledge: ['Acknowledge', 'Alert acknowledged'],
  note: ['Update', 'Alert updated'],
  act: ['Update', 'Alert updated'],
};

const statusOf = ({ action, wasOpen, isUnknown }: FoundRequest): readonly [action: string, isSuccess: boolean, text: string] => {
  const [name, text] = statuses[action];
  if (isUnknown) return [name, false, 'No such responder'];
  // Zabbix asks nine times unless it reads these words
  return action === 'trigger' || wasOpen ? [name, true, text] : [name, false, 'There is no open alert'];
};

const answerStatus = (request: FoundRequest | undefined, id: string): SenderAnswer => {
  // the Go SDK asks again only with this header
  if (!request)
    return answer(
      404,
      id,
      { message: 'Request not found. It might not be processed, yet.' },
      { 'x-opsgenie-errortype': 'RequestNotProcessed' },
    );
  const [action, success, text] = statusOf(request);
  const { alertId, key, at } = request;
  const data = {
    success,
    isSuccess: success,
    action,
    processedAt: at,
    integrationId: '',
    status: text,
    alertId: alertId ?? '',
    alias: key ?? '',
  };
  return answer(200, id, { data });
};

const priorities: Readonly<Record<Severity, string>> = { critical: 'P1', error: 'P2', warning: 'P3', info: 'P5' };

const priorityOf = ({ severity, severityWord }: GroupAlert): string =>
  /^P[1-5]$/i.test(severityWord) ? severityWord.toUpperCase() : priorities[severity];

/** What was last said of it. */
const describeAlert = (alert: GroupAlert): object => ({
  message: alert.summary,
  source: alert.labels['source'] ?? '',
  entity: alert.labels['entity'] ?? '',
  priority: priorityOf(alert),
  description: senderWords(alert.details).description ?? '',
  tags: alert.labels['tags']?.split(', ') ?? [],
  details: alert.labels,
});

const describeFound = ({ alertId, key, number, isOpen, isAcknowledged, lastAt, openedAt, alert }: FoundAlert): object => ({
  id: alertId,
  tinyId: String(number),
  alias: key,
  status: isOpen ? 'open' : 'closed',
  acknowledged: isAcknowledged,
  isSeen: isAcknowledged,
  snoozed: false,
  count: 1,
  owner: '',
  createdAt: openedAt ?? lastAt,
  updatedAt: lastAt,
  lastOccurredAt: lastAt,
  ...(alert ? describeAlert(alert) : {}),
});

/** Jira Service Management has the alert without a holder around it. */
export const viaJsm = 'jsm';
/** What is asked for is no alert, but a list that belongs to it. */
export const viaList = 'list';

const answerAlert = ({ alert: { by }, via }: AlertLookup, found: FoundAlert | undefined, id: string): SenderAnswer => {
  // an alias names only an open alert
  if (!found || (by === 'key' && !found.isOpen)) return answer(404, id, { message: 'Alert does not exist' });
  if (via === viaList) return answer(200, id, { data: [] });
  const data = describeFound(found);
  return answer(200, id, via === viaJsm ? { ...data, data } : { data });
};

const answerMade = (name: string, code: number, id: string): SenderAnswer =>
  answer(code, id, { data: { name, enabled: true, expired: false } });

const describeHeartbeat = ({ name, schedule, state, lastSuccessAt }: FoundHeartbeat): object => ({
  name,
  description: '',
  ...(schedule.kind === 'interval' ? { interval: schedule.every, intervalUnit: 'minutes' } : {}),
  enabled: true,
  expired: state === 'overdue' || state === 'failing',
  ...(lastSuccessAt === null ? {} : { lastPingTime: lastSuccessAt }),
});

const answerHeartbeats = (heartbeat: HeartbeatRef | null, found: readonly FoundHeartbeat[], id: string): SenderAnswer => {
  if (heartbeat === null) return answer(200, id, { data: { heartbeats: found.map(describeHeartbeat) } });
  return found[0] ? answer(200, id, { data: describeHeartbeat(found[0]) }) : answer(404, id, { message: 'Heartbeat not found' });
};

/** How many there are, instead of which. */
export const viaCount = 'count';

const answerList = ({ via, only }: AlertsLookup, { count, page }: FoundAlerts, id: string): SenderAnswer => {
  if (via === viaCount) return answer(200, id, { data: { count } });
  const { offset = 0, limit = 0 } = only ?? {};
  const next = offset + page.length < count ? { next: `?offset=${offset + limit}&limit=${limit}` } : {};
  return answer(200, id, { data: page.map(describeFound), paging: { ...next, first: `?offset=0&limit=${limit}` } });
};

export const answerOf = (
  reading: SignalReading | PingReading | LookupReading | NothingReading | Refusal,
  { requestId: id, alert, alerts = { count: 0, page: [] }, request, heartbeats = [] }: ReadingResult,
): SenderAnswer => {
  if (reading.kind === 'refusal') return answerRefused(reading, id);
  if (reading.kind === 'ping')
    return reading.via === viaMade
      ? answerMade(reading.heartbeat!.name, 201, id)
      : answer(202, id, { result: 'PONG - Heartbeat received' });
  if (reading.kind === 'nothing' && reading.via === viaTurn) return answerMade('', 200, id);
  if (reading.kind !== 'lookup') return answer(202, id, { result: 'Request will be processed' });
  if (reading.of === 'heartbeats') return answerHeartbeats(reading.heartbeat, heartbeats, id);
  if (reading.of === 'alerts') return answerList(reading, alerts, id);
  return reading.of === 'request' ? answerStatus(request, id) : answerAlert(reading, alert, id);
};
