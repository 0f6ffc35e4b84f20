import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import type { RecentAlert, RecentAlerts } from './computations/route-try-out.js';
import { walkBack, type EventsPage } from './event-walk.js';

type Dependencies = Pick<ServerParts, 'decode' | 'log'>;

/** Recent signals that are read, and alerts of them that are tried. */
const [signalsTried, alertsTried] = [200, 2_000];

const ofSignals = { stream: undefined, types: ['SignalReceived'], without: undefined, after: 0 };

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

/** Of the last days, the newest first: read a page at a time, since an answer holds a few megabytes. */
export const alertsOfDays = async ({ log, decode }: Dependencies, actor: string | undefined, since: string): Promise<RecentAlerts> => {
  const { signals: signalsAtMost, alerts: alertsAtMost } = routeLimits.preview;
  const alerts: RecentAlert[] = [];
  let signals = 0;
  for (let before: number | null = Infinity; before !== null && signals < signalsAtMost && alerts.length < alertsAtMost;) {
    const limit = Math.min(signalsTried, signalsAtMost - signals);
    const page: EventsPage = await walkBack(log, { ...ofSignals, actor, before, limit });
    for (const event of page.events) {
      const data = decode(event).data as FactOf<'SignalReceived'>;
      if (data.receivedAt < since) return { signals, alerts };
      signals += 1;
      alerts.push(...firingAlertsOf(data));
      await nextTurn();
    }
    before = page.next;
  }
  return { signals, alerts: alerts.slice(0, alertsAtMost) };
};

/** Of an integration, or of all. */
export const recentAlertsOf = async (
  { log, decode }: Dependencies,
  actor: string | undefined,
  limit = signalsTried,
): Promise<RecentAlerts> => {
  const { events } = await walkBack(log, { ...ofSignals, actor, before: Infinity, limit });
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
