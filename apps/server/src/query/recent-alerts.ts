import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ServerParts } from '../core/server-parts.js';
import type { RecentAlert, RecentAlerts } from './computations/route-try-out.js';
import { walkBack } from './event-walk.js';

type Dependencies = Pick<ServerParts, 'decode' | 'log'>;

/** Recent signals that are read, and alerts of them that are tried. */
const [signalsTried, alertsTried] = [200, 2_000];

const firingAlertsOf = ({ integrationId, serviceId, receivedAt, signal }: FactOf<'SignalReceived'>): readonly RecentAlert[] =>
  signal.action !== 'trigger'
    ? []
    : signal.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ fingerprint, labels, name, summary, severityWord }) => ({
          key: signal.key,
          fingerprint,
          integrationId,
          serviceId,
          receivedAt,
          labels,
          name,
          summary,
          severityWord,
        }));

/** Of an integration, or of all. */
export const recentAlertsOf = async (
  { log, decode }: Dependencies,
  actor: string | undefined,
  limit = signalsTried,
): Promise<RecentAlerts> => {
  const query = {
    stream: undefined,
    types: ['SignalReceived'],
    without: undefined,
    actor,
    after: 0,
    before: Infinity,
    limit,
  };
  const { events } = await walkBack(log, query);
  const alerts: RecentAlert[] = [];
  for (const event of events) {
    alerts.push(...firingAlertsOf(decode(event).data as FactOf<'SignalReceived'>));
    if (alerts.length >= alertsTried) break;
    // pages go between: a signal may have thousands of alerts
    await nextTurn();
  }
  return { signals: events.length, alerts: alerts.slice(0, alertsTried) };
};

/** Of several integrations, an equal share of the signals each; the newest first. */
export const recentAlertsOfAll = async (parts: Dependencies, integrationIds: readonly string[]): Promise<RecentAlerts> => {
  const share = Math.ceil(signalsTried / Math.max(1, integrationIds.length));
  let signals = 0;
  const alerts: RecentAlert[] = [];
  for (const id of integrationIds) {
    const recent = await recentAlertsOf(parts, id, share);
    signals += recent.signals;
    alerts.push(...recent.alerts);
  }
  alerts.sort((one, other) => (one.receivedAt > other.receivedAt ? -1 : Number(one.receivedAt < other.receivedAt)));
  return { signals, alerts: alerts.slice(0, alertsTried) };
};
