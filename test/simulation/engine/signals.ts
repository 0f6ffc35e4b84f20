import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { setUpData } from '@tocsin/domain/setup/organisation/facts.fixture.js';
import { highService, lowService } from '../installation.js';

/** An event of the inbox without its time of receipt. */
export type PostedSignal = Omit<FactOf<'SignalReceived'>, 'receivedAt'>;
type Action = 'trigger' | 'resolve';

const alertOf = (name: string, fingerprint: string, action: Action, startsAt: string): SignalAlert => ({
  fingerprint,
  state: action === 'resolve' ? 'resolved' : 'firing',
  startsAt,
  name,
  summary: `${name} is broken`,
  severity: 'critical',
  severityWord: 'critical',
  labels: { alertname: name },
  links: [],
  details: null,
});

const postedOf = (isHigh: boolean, signal: Pick<Signal, 'action' | 'key' | 'complete' | 'alerts'>): PostedSignal => ({
  integrationId: setUpData.integration.integrationId,
  serviceId: isHigh ? highService : lowService,
  kind: 'alertmanager',
  signal: { ...signal, shape: 'group', splitByName: false, cut: [], test: false },
  raw: 't:{}',
});

/** One condition, which is one alert. */
export const signalOf = (key: string, action: Action, startsAt: string, isHigh: boolean): PostedSignal =>
  postedOf(isHigh, { action, key, complete: true, alerts: [alertOf(key, `fp-${key}`, action, startsAt)] });

/** One condition with several alerts of one name: the given ones fire now, all others are resolved. */
export const swarmOf = (key: string, firing: readonly number[], startsAt: string): PostedSignal => {
  const action = firing.length === 0 ? 'resolve' : 'trigger';
  return postedOf(true, { action, key, complete: true, alerts: firing.map((n) => alertOf(key, `fp-${key}-${n}`, action, startsAt)) });
};

/** So many alerts that a decision about several such bodies exceeds one append. */
const alertsPerBody = 1_800;

/** The same alerts under any key, from a truncated list. Their fingerprints have the maximum length. */
export const largeSignal = (key: string, action: Action, startsAt: string): PostedSignal => {
  const alerts = Array.from({ length: alertsPerBody }, (_, n) => alertOf('Pod', `${n}`.padEnd(64, 'f'), action, startsAt));
  return postedOf(false, { action, key, complete: action === 'resolve', alerts });
};
