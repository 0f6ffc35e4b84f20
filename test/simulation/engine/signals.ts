import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/signals.js';
import { setUpData } from '@tocsin/domain/organisation/facts.fixture.js';
import { highService, lowService } from '../installation.js';

/** What is in the inbox, but for when it was taken. */
export type Posted = Omit<FactOf<'SignalReceived'>, 'receivedAt'>;
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

const postedOf = (isHigh: boolean, signal: Pick<Signal, 'action' | 'key' | 'complete' | 'alerts'>): Posted => ({
  integrationId: setUpData.integration.integrationId,
  serviceId: isHigh ? highService : lowService,
  kind: 'alertmanager',
  signal: { ...signal, shape: 'group', splitByName: false, cut: [], test: false },
  raw: 't:{}',
});

/** One condition, which is one alert. */
export const signalOf = (key: string, action: Action, startsAt: string, isHigh: boolean): Posted =>
  postedOf(isHigh, { action, key, complete: true, alerts: [alertOf(key, `fp-${key}`, action, startsAt)] });

/** Of one condition that is many alerts of one name: those that fire now, and all others of it are over. */
export const swarmOf = (key: string, firing: readonly number[], startsAt: string): Posted => {
  const action = firing.length === 0 ? 'resolve' : 'trigger';
  return postedOf(true, { action, key, complete: true, alerts: firing.map((n) => alertOf(key, `fp-${key}-${n}`, action, startsAt)) });
};

/** So many alerts that no decision about several such bodies fits into one append. */
const alertsPerBody = 1_800;

/** The same alerts under whatever key, and there are more of them than it lists. Their fingerprints are as long as they may be. */
export const largeBody = (key: string, action: Action, startsAt: string): Posted => {
  const alerts = Array.from({ length: alertsPerBody }, (_, n) => alertOf('Pod', `${n}`.padEnd(64, 'f'), action, startsAt));
  return postedOf(false, { action, key, complete: action === 'resolve', alerts });
};
