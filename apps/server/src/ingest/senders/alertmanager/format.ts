import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { truncateSignal } from '../../parsing/truncate-fields.js';
import { isGrafanaTest as isTestAlert } from '../../parsing/test-alerts.js';
import { kindOf, refuseMissing, refuseUnrecognized, type SenderFormat, type SenderRoute } from '../../format.js';
import type { LookupReading, NothingReading, SignalReading } from '../../reading.js';
import { hashOf } from '../../parsing/labels.js';
import { asList, asObject, asText, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { keyedRoutes } from '../../keyed-routes.js';
import { toProblemAnswer } from '../../problem.js';
import { cutKey, note, noteCut } from '../../parsing/text.js';
import { answerApi, apiRoutes, askApi } from './api.js';
import { accepted, alertOf, alertsRead, noFields, stateOf, type AlertState } from './alert.js';
import { isLegacy, readLegacy } from './grafana-legacy.js';
import { prometheusRoutes, readPrometheus, viaPrometheus } from './prometheus.js';

/** Grafana OnCall’s addresses for these senders. */
const oncallRoutes = ['alertmanager', 'grafana_alerting', 'grafana'].map((type): SenderRoute => ({
  methods: ['POST'],
  path: `/integrations/v1/${type}/:key`,
  says: `Grafana OnCall’s address for ${type}, with any prefix before it.`,
  body: 'json',
}));

/** Where others take what these send; the key in the header or the query. */
const otherRoutes = [
  '/api/v2/prometheusalertmanager/incoming',
  '/api/v2/grafana/incoming',
  '/v1/webhooks/grafana',
  '/api/webhooks/prometheus',
  '/api/webhooks/grafana',
  '/v2/alert_events/alertmanager/:source',
].map((path): SenderRoute => ({
  methods: ['POST'],
  path,
  says: 'The address of GoAlert, Alerta or incident.io for Alertmanager and Grafana, with any prefix before it; the key as Bearer token, `?token=` or `?api-key=`.',
  body: 'json',
}));

/** Alertmanager’s webhook, version 4, and Grafana Alerting’s, which is the same with more fields. Sender: prometheus.io/docs/alerting/latest/configuration/#webhook_config */
export const alertmanagerWebhook: SenderFormat<SignalReading | NothingReading | LookupReading> = {
  kind: 'alertmanager',
  routes: [
    ...keyedRoutes('alertmanager', 'Alertmanager’s webhook, or Grafana’s'),
    ...prometheusRoutes,
    ...apiRoutes,
    ...oncallRoutes,
    ...otherRoutes,
  ],
  answers: [{ status: 202, says: 'Stored on disk.', shape: accepted }],
  keyIn: { query: 'key' },
  read({ method, body, path, receivedAt }) {
    if (method === 'GET' || method === 'HEAD') return askApi(path);
    if (prometheusRoutes.some((route) => route.path === path)) return readPrometheus(body, receivedAt);
    const message = asObject(body);
    if (!message) return refuseUnrecognized(`The body is ${kindOf(body)}, not the object that Alertmanager’s webhook sends.`);
    const alertList = asList(message['alerts']);
    if (!alertList && isLegacy(message)) return readLegacy(message);
    if (!alertList)
      return refuseMissing(
        'alerts',
        'The list of alerts is missing: is a custom payload set? Leave the payload of the webhook at its default.',
      );
    return signalOf(message, alertList);
  },
  answer: (reading, result) => {
    if (reading.kind === 'refusal') return toProblemAnswer(reading);
    if (reading.kind === 'lookup') return answerApi(reading, result);
    return { status: reading.via === viaPrometheus ? 200 : 202, body: { status: 'accepted' } };
  },
};

const signalOf = (message: JsonFields, alertList: readonly unknown[]): SignalReading => {
  const cut: string[] = [];
  const groupLabels = asObject(message['groupLabels']);
  const groupKey = asTrimmedText(message['groupKey']);
  const word = stateOf(message['status']);
  const alerts = alertsOf(alertList, asObject(message['commonLabels']) ?? noFields, word ?? 'firing', cut);
  const state = word ?? (alerts.some((alert) => alert.state === 'firing') ? 'firing' : 'resolved');
  const key = groupKey ?? hashOf(groupLabels, asText(message['receiver']));
  const signal: Signal = {
    action: state === 'firing' ? 'trigger' : 'resolve',
    key: noteCut(cutKey(key, integrationLimits.dedupKeyCharacters), key, 'key', cut),
    shape: 'group',
    complete: isComplete(message, alertList.length, alerts.length) && (groupKey !== null || groupLabels !== null),
    ...cutListOf(message, alertList.length),
    splitByName: groupLabels === null || Object.keys(groupLabels).length === 0,
    alerts,
    cut,
    test: isGrafanaTest(message, alerts),
  };
  return { kind: 'signal', signal: truncateSignal(signal), keyFrom: groupKey === null ? 'hash' : 'sender' };
};

/** Whether missing alerts count as resolved: not for an empty list, or one with an unreadable alert. */
const isComplete = (message: JsonFields, alertCount: number, read: number): boolean =>
  alertCount > 0 &&
  alertCount === read &&
  [undefined, null, 0, '0'].includes(message['truncatedAlerts'] as number | string | null | undefined);

const most = 1_000_000_000;

/** The number of alerts that the sender left out because of `max_alerts`: it sends them neither now nor when they resolve. */
const cutListOf = (message: JsonFields, alertCount: number): Pick<Signal, 'cutList'> => {
  const truncatedCount = Number(asTrimmedText(message['truncatedAlerts']));
  return truncatedCount >= 1 ? { cutList: { listed: alertCount, of: alertCount + Math.min(Math.trunc(truncatedCount), most) } } : {};
};

const alertsOf = (alertList: readonly unknown[], common: JsonFields, word: AlertState, cut: string[]): SignalAlert[] => {
  const alerts: SignalAlert[] = [];
  for (const rawAlert of alertList) {
    const alert = alerts.length < alertsRead ? asObject(rawAlert) : null;
    if (alert) alerts.push(alertOf(alert, common, word, cut));
    else note('alerts', cut);
  }
  return alerts;
};

/** Sent by the button “Test” of a contact point: such an alert never resolves. */
const isGrafanaTest = (message: JsonFields, alerts: readonly SignalAlert[]): boolean =>
  (message['version'] === '1' || message['orgId'] !== undefined) && alerts.length > 0 && alerts.every(({ labels }) => isTestAlert(labels));
