import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Link, Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { truncateSignal } from '../../parsing/truncate-fields.js';
import { kindOf, refuseMissing, refuseUnrecognized, type SenderFormat } from '../../format.js';
import type { SignalReading } from '../../reading.js';
import { actionOf } from '../../parsing/action-words.js';
import { hashOf, labelsOf } from '../../parsing/labels.js';
import { asDetails, asLine, asList, asObject, asText, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { addAlertLinks, addNamedLinks } from '../../parsing/links.js';
import { keyedRoutes } from '../../keyed-routes.js';
import { toProblemAnswer } from '../../problem.js';
import { severityOf } from '../../parsing/severity.js';
import { cutKey, cutToBytes, note, noteCut, cutToLength } from '../../parsing/text.js';
import { instantOf } from '../../parsing/time.js';
import { z } from 'zod';

const accepted = { name: 'AlertmanagerAccepted', schema: z.object({ status: z.literal('accepted') }) };

type AlertState = SignalAlert['state'];
const noFields: JsonFields = {};
/** The most alerts that could fit into a signal at their minimum size: reading more is useless. */
const alertsRead = Math.floor(integrationLimits.signalBytes / 150);

/** Alertmanager’s webhook, version 4, and Grafana Alerting’s, which is the same with more fields. Sender: prometheus.io/docs/alerting/latest/configuration/#webhook_config */
export const alertmanagerWebhook: SenderFormat<SignalReading> = {
  kind: 'alertmanager',
  routes: keyedRoutes('alertmanager', 'Alertmanager’s webhook, or Grafana’s'),
  answers: [{ status: 202, says: 'Stored on disk.', shape: accepted }],
  keyIn: { query: 'key' },
  read({ body }) {
    const message = asObject(body);
    if (!message) return refuseUnrecognized(`The body is ${kindOf(body)}, not the object that Alertmanager’s webhook sends.`);
    const alertList = asList(message['alerts']);
    if (!alertList)
      return refuseMissing(
        'alerts',
        'The list of alerts is missing: is a custom payload set? Leave the payload of the webhook at its default.',
      );
    return signalOf(message, alertList);
  },
  answer: (reading) => (reading.kind === 'refusal' ? toProblemAnswer(reading) : { status: 202, body: { status: 'accepted' } }),
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

const stateOf = (rawAlert: unknown): AlertState | null => {
  if (rawAlert === 'firing' || rawAlert === 'resolved') return rawAlert;
  const word = asTrimmedText(rawAlert)?.toLowerCase();
  return word === undefined ? null : actionOf(word) === 'resolve' ? 'resolved' : 'firing';
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

const alertOf = (rawAlert: JsonFields, common: JsonFields, word: AlertState, cut: string[]): SignalAlert => {
  const labels = asObject(rawAlert['labels']) ?? noFields;
  const annotations = asObject(rawAlert['annotations']) ?? noFields;
  const name = asLine(labels['alertname']);
  const summary = summaryOf(annotations, labels, common, name);
  const severityWord = asTrimmedText(labels['severity']) ?? '';
  const fingerprint = asTrimmedText(rawAlert['fingerprint']) ?? hashOf(labels);
  return {
    fingerprint: noteCut(cutKey(fingerprint, integrationLimits.dedupKeyCharacters), fingerprint, 'fingerprint', cut),
    state: stateOf(rawAlert['status']) ?? word,
    startsAt: instantOf(rawAlert['startsAt']),
    name: cutToLength(name ?? summary, integrationLimits.summaryCharacters, 'name', cut),
    summary: cutToLength(summary, integrationLimits.summaryCharacters, 'summary', cut),
    severity: severityOf(severityWord),
    severityWord: cutToLength(severityWord, integrationLimits.labelCharacters, 'severity', cut),
    labels: labelsOf(labels, cut),
    links: linksOf(rawAlert, annotations, cut),
    details: detailsOf(rawAlert, annotations, cut),
  };
};

const summaryOf = (annotations: JsonFields, labels: JsonFields, common: JsonFields, name: string | null): string =>
  asLine(annotations['summary']) ??
  asLine(annotations['description']) ??
  asLine(annotations['message']) ??
  grafanaFailureOf(annotations, labels, name) ??
  [name ?? 'An alert without a name', describeDifference(labels, common)].filter(Boolean).join(' ');

/** Grafana names such an alert by what failed, and its rule only in a label. */
const grafanaFailures: Readonly<Record<string, string>> = { DatasourceError: 'query failed', DatasourceNoData: 'no data' };

const grafanaFailureOf = (annotations: JsonFields, labels: JsonFields, name: string | null): string | null => {
  const rule = asLine(labels['rulename']);
  const failure = grafanaFailures[name ?? ''];
  return rule === null || failure === undefined ? null : `${rule}: ${asLine(annotations['Error']) ?? failure}`;
};

const informativeLabels = ['instance', 'pod', 'host', 'node', 'device', 'container', 'service', 'job'];

/** The label that distinguishes the alert from the others in its group; the instance when none differs or it is alone. */
const describeDifference = (labels: JsonFields, common: JsonFields): string | null => {
  const isDifferent = (label: string): boolean =>
    label !== 'alertname' && label !== 'severity' && label in labels && common[label] === undefined;
  const label = informativeLabels.find(isDifferent) ?? Object.keys(labels).find(isDifferent) ?? 'instance';
  return asTrimmedText(labels[label]);
};

const linksOf = (rawAlert: JsonFields, annotations: JsonFields, cut: string[]): Link[] => {
  const links: Link[] = [];
  addNamedLinks(links, cut, annotations);
  addAlertLinks(links, cut, rawAlert);
  return links;
};

/** The annotations; from Grafana also the measured values. */
const detailsOf = (rawAlert: JsonFields, annotations: JsonFields, cut: string[]): string | null => {
  const values = asTrimmedText(rawAlert['valueString']);
  const details = asDetails(values === null ? annotations : Object.assign({}, annotations, { valueString: values }));
  return details && noteCut(cutToBytes(details, integrationLimits.detailsBytes), details, 'details', cut);
};

/** Sent by the button “Test” of a contact point: such an alert never resolves. */
const isGrafanaTest = (message: JsonFields, alerts: readonly SignalAlert[]): boolean =>
  (message['version'] === '1' || message['orgId'] !== undefined) &&
  alerts.length > 0 &&
  alerts.every(({ labels }) => labels['alertname'] === 'TestAlert' && labels['instance'] === 'Grafana');
