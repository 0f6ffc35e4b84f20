import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/signals.js';
import { idOf } from '../configuration.fixture.js';

export const serviceId = idOf('5e');
export const alertmanagerId = idOf('17');
export const pagerdutyId = idOf('18');

/** An alert as sent; the fingerprint is its name unless given. */
export const alertOf = (name: string, more: Partial<SignalAlert> = {}): SignalAlert => ({
  fingerprint: name,
  state: 'firing',
  startsAt: '2026-11-21T03:00:00.000Z',
  name,
  summary: `${name} is wrong`,
  severity: 'critical',
  severityWord: more.severity ?? 'critical',
  labels: { alertname: name },
  links: [],
  details: null,
  ...more,
});
export const resolvedAlert = (name: string, more: Partial<SignalAlert> = {}): SignalAlert => alertOf(name, { state: 'resolved', ...more });

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
