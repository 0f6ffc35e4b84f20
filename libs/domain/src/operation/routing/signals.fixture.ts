import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { idOf } from '../../configuration.fixture.js';

export const serviceId = idOf('5e');
export const alertmanagerId = idOf('17');
export const pagerdutyId = idOf('18');

/** How often each alert was resolved: what fires after that began later. */
const resolves = new Map<string, number>();
const startOf = (name: string): string => addMillis('2026-11-21T03:00:00.000Z', (resolves.get(name) ?? 0) * duration.second);

/** An alert as sent; the fingerprint is its name unless given. */
export const alertOf = (name: string, more: Partial<SignalAlert> = {}): SignalAlert => ({
  fingerprint: name,
  state: 'firing',
  startsAt: startOf(name),
  name,
  summary: `${name} is wrong`,
  severity: 'critical',
  severityWord: more.severity ?? 'critical',
  labels: { alertname: name },
  links: [],
  details: null,
  ...more,
});
export const resolvedAlert = (name: string, more: Partial<SignalAlert> = {}): SignalAlert => {
  const alert = alertOf(name, { state: 'resolved', ...more });
  resolves.set(name, (resolves.get(name) ?? 0) + 1);
  return alert;
};

type Data = FactOf<'SignalReceived'>;
const signalData = (kind: Data['kind'], integrationId: string, signal: Signal): Omit<Data, 'receivedAt'> => ({
  integrationId,
  serviceId,
  kind,
  signal,
  raw: 't:',
});

/** A message of Alertmanager that lists everything and says `firing`. */
export const alertmanager = (alerts: readonly SignalAlert[], more: Partial<Signal> = {}): Omit<Data, 'receivedAt'> =>
  signalData('alertmanager', alertmanagerId, {
    action: 'trigger',
    key: 'g1',
    shape: 'group',
    complete: true,
    splitByName: false,
    alerts: [...alerts],
    cut: [],
    test: false,
    ...more,
  });

/** An event of PagerDuty’s API: one alert for each key, without a start time. */
export const pagerduty = (key: string, action: Signal['action'] = 'trigger', more: Partial<SignalAlert> = {}): Omit<Data, 'receivedAt'> =>
  signalData('pagerduty-events', pagerdutyId, {
    action,
    key,
    shape: 'each',
    complete: false,
    splitByName: false,
    alerts: action === 'trigger' ? [alertOf(key, { startsAt: null, ...more })] : [],
    cut: [],
    test: false,
  });

/** A call of the generic interface: like an event of PagerDuty’s API, but it may give a start time. */
export const generic = (key: string, action: Signal['action'], more: Partial<SignalAlert> = {}): Omit<Data, 'receivedAt'> => {
  const { signal } = pagerduty(key, action, more);
  return signalData('generic', idOf('19'), signal);
};
