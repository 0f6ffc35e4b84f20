import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Link, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { actionOf } from '../../parsing/action-words.js';
import { hashOf, labelsOf } from '../../parsing/labels.js';
import { asDetails, asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { addAlertLinks, addNamedLinks } from '../../parsing/links.js';
import { severityOf } from '../../parsing/severity.js';
import { cutKey, cutToBytes, cutToLength, noteCut } from '../../parsing/text.js';
import { instantOf } from '../../parsing/time.js';
import { z } from 'zod';

export const accepted = { name: 'AlertmanagerAccepted', schema: z.object({ status: z.literal('accepted') }) };

export type AlertState = SignalAlert['state'];
export const noFields: JsonFields = {};
/** The most alerts that could fit into a signal at their minimum size: reading more is useless. */
export const alertsRead = Math.floor(integrationLimits.signalBytes / 150);

export const stateOf = (rawAlert: unknown): AlertState | null => {
  if (rawAlert === 'firing' || rawAlert === 'resolved') return rawAlert;
  const word = asTrimmedText(rawAlert)?.toLowerCase();
  return word === undefined ? null : actionOf(word) === 'resolve' ? 'resolved' : 'firing';
};

/** An alert in Alertmanager’s form. `common`: the labels that all of its message share; `word`: its state when it has none. */
export const alertOf = (rawAlert: JsonFields, common: JsonFields, word: AlertState, cut: string[]): SignalAlert => {
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
