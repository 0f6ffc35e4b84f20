import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { CountedAlerts } from '@tocsin/contracts/routing/routing.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { alertKeyOf } from '../../rules/alert-key.js';
import { charactersOf } from '../../rules/characters-of.js';
import { checkHours } from '../../setup/schedules/shared/within-hours.js';

/** The part of a signal’s alert that a group stores. */
export const toAlert = (alert: SignalAlert): Alert => ({
  fingerprint: alertKeyOf(alert),
  startsAt: alert.startsAt,
  name: alert.name,
  summary: alert.summary,
  severity: alert.severity,
  severityWord: alert.severityWord,
  labels: alert.labels,
  links: alert.links,
  details: alert.details,
});

/**
 * Cuts a list to the number of alerts that a group lists: the oldest resolved ones go first. Returns the same list when
 * all fit.
 */
export const limitAlerts = <One>(alerts: readonly One[], isFiring: (one: One) => boolean): readonly One[] => {
  let excess = alerts.length - alertGroupLimits.sizes.alertsPerGroup;
  if (excess <= 0) return alerts;
  const toAlert = alerts.filter((one) => isFiring(one) || (excess -= 1) < 0);
  return toAlert.slice(0, alertGroupLimits.sizes.alertsPerGroup);
};

/** Approximate memory of an alert, in characters. */
export const sizeOf = (alert: Alert): number =>
  charactersOf({ alerts: [alert] }) +
  alert.name.length +
  alert.severityWord.length +
  alert.links.reduce((sum, { text }) => sum + text.length, 0);

const cutShort = (text: string): string => text.slice(0, routingLimits.briefCharacters);

/** A shortened alert for a full group: enough to recognise it, to name it, and for its urgency. Its row on screens is complete. */
export const shortenAlert = (alert: Alert): Alert => ({
  ...alert,
  name: cutShort(alert.name),
  summary: cutShort(alert.summary),
  severityWord: cutShort(alert.severityWord),
  labels: {},
  links: [],
  details: null,
  shortened: true,
});

/** These alerts, complete while there is room for their text beside so many characters of stored ones, then shortened. */
export const fitAlerts = (alerts: readonly Alert[], storedCharacters: number): readonly Alert[] => {
  let room = routingLimits.alertCharactersPerGroup - storedCharacters;
  return alerts.map((alert) => {
    const fullSize = sizeOf(alert);
    const toAlert = fullSize <= room ? alert : shortenAlert(alert);
    room -= toAlert === alert ? fullSize : sizeOf(toAlert);
    return toAlert;
  });
};

const isSerious = (alert: Pick<Alert, 'severity'>): boolean => alert.severity === 'critical' || alert.severity === 'error';

/** An unknown time zone counts as supported, so that no one goes unpaged for it. */
const isSupported = ({ supportHours }: ServiceRow, at: string): boolean =>
  supportHours === undefined || checkHours(supportHours, at)?.isInside !== false;

/** What urgency goes by: what a rule of the routes set, else the severity. */
type UrgentAlert = Pick<Alert, 'severity' | 'urgency'>;

/** The highest urgency among alerts at an instant; by the service’s rule, where none of the routes set it. */
export const urgencyOf = (alerts: readonly UrgentAlert[], service: ServiceRow | undefined, at: string): Urgency => {
  const ofRules = alerts.flatMap(({ urgency }) => urgency ?? []);
  if (ofRules.includes('high')) return 'high';
  const others = alerts.filter(({ urgency }) => urgency === undefined);
  return ofRules.length > 0 && others.length === 0 ? 'low' : urgencyByService(others, service, at);
};

const urgencyByService = (alerts: readonly UrgentAlert[], service: ServiceRow | undefined, at: string): Urgency => {
  const rule = service?.urgencyRule ?? 'by_severity';
  if (rule === 'always_high') return 'high';
  if (rule === 'always_low' || (rule === 'support_hours' && !isSupported(service!, at))) return 'low';
  return alerts.some(isSerious) ? 'high' : 'low';
};

/**
 * The urgency of a group that opens. If nothing is known of its alerts, because its signal could not be processed, they
 * count as critical: it is low only where the service’s rule makes everything low.
 */
export const openingUrgencyOf = (alerts: readonly UrgentAlert[], service: ServiceRow | undefined, at: string): Urgency =>
  urgencyOf(alerts.length > 0 ? alerts : [{ severity: 'critical' }], service, at);

/** Counted alerts as if they were one, of the worst severity: urgency goes by the worst. */
export const toWorstAlert = (countedAlerts: CountedAlerts | undefined): readonly Pick<Alert, 'severity'>[] =>
  countedAlerts?.severity ? [{ severity: countedAlerts.severity }] : [];

/** Labels that all alerts share, with the same value. */
export const commonLabelsOf = (alerts: readonly Pick<Alert, 'labels'>[]): Record<string, string> => {
  const [first, ...rest] = alerts;
  return Object.fromEntries(
    Object.entries(first?.labels ?? {}).filter(([key, value]) => rest.every((alert) => alert.labels[key] === value)),
  );
};

/** The common summary, and where unless it says so itself; else the names of the alerts, with the values of the label that differs. */
export const titleOf = (alerts: readonly Alert[], fallback: string): string => {
  const [first] = alerts;
  if (!first) return fallback;
  if (alerts.every((alert) => alert.summary === first.summary)) return cutTitle(withValues(first.summary, placesOf(alerts)));
  const names = [...new Set(alerts.map((alert) => alert.name))];
  const common = commonLabelsOf(alerts);
  const [differingLabel] =
    Object.keys(first.labels)
      .filter((key) => !(key in common) && key !== 'severity' && key !== 'alertname')
      .map((key) => [key, countDistinct(alerts, key)] as const)
      .toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const values = differingLabel
    ? [...new Set(alerts.map((alert) => alert.labels[differingLabel]).filter((value) => value !== undefined))]
    : [];
  return cutTitle(withValues(names.join(', '), values));
};

const withValues = (text: string, values: readonly string[]): string => {
  const shownValues = values.length > 3 ? `${values.slice(0, 3).join(', ')} and ${values.length - 3} more` : values.join(', ');
  return shownValues && text ? `${text} (${shownValues})` : text;
};

/** Labels that say where an alert is, the most exact first. */
const placeLabels = ['pod', 'device', 'instance', 'hostname', 'host', 'node', 'source'];

/** Values of the first of these labels that the alerts have; none where their summary names one of them. */
const placesOf = (alerts: readonly Alert[]): readonly string[] => {
  const summary = alerts[0]!.summary.toLowerCase();
  const isNamed = (value: string): boolean => summary.includes(value.toLowerCase()) || summary.includes(hostOf(value.toLowerCase()));
  const valuesOf = (label: string): readonly string[] => [...new Set(alerts.map(({ labels }) => labels[label] ?? ''))].filter(Boolean);
  const places = placeLabels.map(valuesOf).filter((values) => values.length > 0);
  return places.some((values) => values.some(isNamed)) ? [] : (places[0] ?? []);
};

/** `db-1` of `db-1:9100`, and of `db-1.example.org`. */
const hostOf = (place: string): string => place.replace(/:\d+$/, '').replace(/^([^.]*[a-z][^.]*)\..*$/, '$1');

const countDistinct = (alerts: readonly Alert[], label: string): number => new Set(alerts.map((alert) => alert.labels[label])).size;
const cutTitle = (title: string): string =>
  title.length > integrationLimits.summaryCharacters ? `${title.slice(0, integrationLimits.summaryCharacters - 1)}…` : title || 'Alert';
