import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { severities } from '@tocsin/contracts/severities.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { cutTo, note } from './text.js';

const maxLabels = 8;
const maxCharacters = 64;
/** A character takes at most six bytes in JSON: an escaped control character. */
const bytesPerCharacter = 6;
const frame = 400;

/**
 * Reduces a signal to less than this many bytes of JSON. Drops what a responder needs least first: details, then links, then long
 * labels; finally alerts, the least severe first, and the list is marked as incomplete. All cuts are recorded in `cut`.
 */
export const truncateSignal = (signal: Signal, bytes: number = integrationLimits.signalBytes): Signal => {
  if (doesFit(signal, bytes)) return signal;
  for (const [field, less] of measures) {
    if (bytesOf(signal) < bytes) return signal;
    for (const alert of signal.alerts) less(alert);
    note(field, signal.cut);
  }
  return bytesOf(signal) < bytes ? signal : dropAlerts(signal, bytes);
};

/** Whether nothing of it has to be cut. */
export const doesFit = (signal: Signal, bytes: number = integrationLimits.signalBytes): boolean =>
  charactersOf(signal) * bytesPerCharacter < bytes || bytesOf(signal) < bytes;

const measures: readonly (readonly [string, (alert: SignalAlert) => void])[] = [
  ['details', (alert) => (alert.details = null)],
  ['links', (alert) => (alert.links = [])],
  ['labels', (alert) => (alert.labels = shortenLabels(alert.labels))],
];

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** An estimate that is never too low once multiplied by the bytes of a character, and much cheaper than writing the JSON. */
const charactersOf = (signal: Signal): number => {
  let sum = frame + signal.key.length;
  for (const alert of signal.alerts) {
    sum += frame + alert.fingerprint.length + alert.name.length + alert.summary.length + alert.severityWord.length;
    sum += alert.details?.length ?? 0;
    for (const name of Object.keys(alert.labels)) sum += name.length + alert.labels[name]!.length + 6;
    for (const link of alert.links) sum += link.href.length + link.text.length + 40;
  }
  return sum;
};

const shortenLabels = (labels: Readonly<Record<string, string>>): Record<string, string> => {
  const short: Record<string, string> = {};
  for (const name of Object.keys(labels).slice(0, maxLabels)) short[cutTo(name, maxCharacters)] = cutTo(labels[name]!, maxCharacters);
  return short;
};

const rank = (alert: SignalAlert): number => (alert.state === 'firing' ? 0 : severities.length) + severities.indexOf(alert.severity);

const dropAlerts = (signal: Signal, bytes: number): Signal => {
  const { alerts } = signal;
  note('alerts', signal.cut);
  signal.complete = false;
  signal.alerts = [];
  let room = bytes - bytesOf(signal);
  signal.alerts = alerts
    .toSorted((a, b) => rank(a) - rank(b))
    .filter((alert) => {
      room -= bytesOf(alert) + 1;
      return room > 0;
    });
  return signal;
};
