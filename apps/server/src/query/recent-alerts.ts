import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import type { RecentAlert, RecentAlerts } from './computations/route-try-out.js';
import { findLastBefore } from './events-query.js';
import { walkBack, type EventsPage } from './event-walk.js';

type Dependencies = Pick<ServerParts, 'decode' | 'log'>;

/** Recent signals that are read, and alerts of them that are tried. */
const [signalsTried, alertsTried] = [200, 2_000];

/** Walks of a preview of several days, each of which looks at a few thousand signals: one integration may have few among those of all. */
const walksAtMost = 20;

/** `actor`: an integration; all when undefined. Nothing more is read once whoever asked has left. */
interface RecentQuery {
  readonly actor: string | undefined;
  readonly left: AbortSignal;
}

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
export const alertsOfDays = async (
  { log, decode, feed: { marks } }: Dependencies & { readonly feed: Pick<ServerParts['feed'], 'marks'> },
  { actor, since, left }: RecentQuery & { readonly since: string },
): Promise<RecentAlerts> => {
  const { signals: signalsAtMost, alerts: alertsAtMost } = routeLimits.preview;
  const alerts: RecentAlert[] = [];
  let signals = 0;
  const after = await findLastBefore(since, { marks, log });
  let before: number | null = Infinity;
  for (let walks = 0; walks < walksAtMost && before !== null && signals < signalsAtMost && !left.aborted; walks += 1) {
    const limit = Math.min(signalsTried, signalsAtMost - signals);
    const page: EventsPage = await walkBack(log, { ...ofSignals, after, actor, before, limit });
    for (const event of page.events) {
      signals += 1;
      alerts.push(...firingAlertsOf(decode(event).data as FactOf<'SignalReceived'>));
      if (alerts.length >= alertsAtMost) return { signals, alerts: alerts.slice(0, alertsAtMost) };
      await nextTurn();
    }
    before = page.next;
  }
  return { signals, alerts };
};

/** Of an integration, or of all. */
export const recentAlertsOf = async (
  { log, decode }: Dependencies,
  { actor, left }: RecentQuery,
  limit = signalsTried,
): Promise<RecentAlerts> => {
  const { events } = await walkBack(log, { ...ofSignals, actor, before: Infinity, limit });
  const alerts: RecentAlert[] = [];
  for (const event of events) {
    alerts.push(...firingAlertsOf(decode(event).data as FactOf<'SignalReceived'>));
    if (alerts.length >= alertsTried || left.aborted) break;
    // pages go between: a signal may have thousands of alerts
    await nextTurn();
  }
  return { signals: events.length, alerts: alerts.slice(0, alertsTried) };
};

/** Of several integrations, an equal share of the signals each; the newest first. */
export const recentAlertsOfAll = async (
  parts: Dependencies,
  integrationIds: readonly string[],
  left: AbortSignal,
): Promise<RecentAlerts> => {
  const share = Math.ceil(signalsTried / Math.max(1, integrationIds.length));
  let signals = 0;
  const alerts: RecentAlert[] = [];
  for (const actor of integrationIds) {
    if (left.aborted) break;
    const recent = await recentAlertsOf(parts, { actor, left }, share);
    signals += recent.signals;
    alerts.push(...recent.alerts);
  }
  alerts.sort((one, other) => (one.receivedAt > other.receivedAt ? -1 : Number(one.receivedAt < other.receivedAt)));
  return { signals, alerts: alerts.slice(0, alertsTried) };
};
