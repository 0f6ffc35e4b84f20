import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { integration, serviceCreated } from '@tocsin/testing/largest/facts.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { cast, crowd, largestAlerts, peopleOf, start } from '@tocsin/testing/largest/crowd.js';
import { bySystem, longest, many, nth, team, type LargeWorld } from '@tocsin/testing/largest/large-world.js';
import { defaultRules } from './items.js';
import { firstEndOf, type LapseRow } from './shared/lapse-row.js';

let receivedCount = 0;
/** A signal of maximum size, each alert of which opens a separate group. */
const signal = (): { eventId: string; ordinal: number; inbox: string; data: FactOf<'SignalReceived'> } => ({
  eventId: nth('e1', (receivedCount += 1)),
  ordinal: 1_000_000_000 + receivedCount,
  inbox: 'inbox-n1',
  data: {
    integrationId: nth('17', 0),
    serviceId: nth('5e', 0),
    kind: 'alertmanager',
    receivedAt: start,
    signal: {
      action: 'trigger',
      key: longest(integrationLimits.dedupKeyCharacters),
      shape: 'group',
      complete: true,
      splitByName: true,
      alerts: largestAlerts().map((alert, n) => ({
        ...alert,
        name: `${n}${longest(integrationLimits.dedupKeyCharacters)}`.slice(0, 100),
        state: 'firing' as const,
      })),
      cut: [],
      test: false,
    },
    raw: 't:',
  },
});

/** Alerts of a signal that is not on the log are unknown: by severity their groups would be urgent, each with all its pages. */
const withIntegration = (urgencyRule: 'always_low' | 'by_severity', version: number): LargeWorld => {
  const large = crowd();
  const { data } = serviceCreated(team(0), 0) as Fact & { readonly type: 'ServiceCreated' };
  large.has(`team-${team(0)}`, { type: 'ServiceChanged', data: { ...data, version, urgencyRule } });
  if (!large.world.memory.rows('integrations').get(nth('17', 0))) large.has(`team-${team(0)}`, ...integration(team(0), 0));
  return large;
};

export const largest: LargestCases = {
  RouteSignals: () => {
    const one = signal();
    return { large: withIntegration('always_low', 2), data: { from: 0, upTo: one.ordinal, signals: [one] }, actor: bySystem };
  },
  RoutePlainly: () => {
    const one = signal();
    return { large: withIntegration('by_severity', 3), data: { from: 0, upTo: one.ordinal, signal: one }, actor: bySystem };
  },
  PassOverSignal: () => {
    const { ordinal } = signal();
    return { large: withIntegration('by_severity', 4), data: { from: 0, upTo: ordinal }, actor: bySystem };
  },
  EndLapsedAlerts: () => {
    const large = withIntegration('always_low', 6);
    const { data, ...ref } = signal();
    const keys = many(alertGroupLimits.sizes.alertsPerGroup, (n) => `${n}`.padEnd(routingLimits.alertKeyLength, 'f'));
    const item: RoutedSignal = {
      signal: { ...ref, receivedAt: start },
      integrationId: data.integrationId,
      serviceId: data.serviceId,
      key: data.signal.key,
      outcome: 'opened',
      groupId: nth('6c', 9),
      number: 1_000_000_000,
      thread: `${data.integrationId}|${data.signal.key}`,
      by: defaultRules,
      alerts: keys.map((fingerprint, index) => ({ fingerprint, outcome: 'fired', startsAt: start, severity: 'critical', index })),
      // the last of them fires on
      until: [
        { at: start, alerts: keys.slice(1) },
        { at: '2027-01-01T00:00:00.000Z', alerts: keys.slice(0, 1) },
      ],
    };
    large.has('routing', { type: 'SignalsRouted', data: { from: 0, upTo: ref.ordinal, items: [item], nextNumber: 1_000_000_001 } });
    const [lapse] = [...large.world.memory.rows<LapseRow>('lapses').all()];
    return { large, data: { lapseId: lapse!.id, dueAt: firstEndOf(lapse!), plannedBy: lapse!.plannedBy }, actor: bySystem };
  },
  PageSomeone: () => {
    const data = {
      groupId: nth('6c', 0),
      title: longest(1_024),
      urgency: 'high',
      serviceId: nth('5e', 0),
      personIds: peopleOf(cast.others).slice(0, 20),
    };
    return { large: crowd(), data };
  },
  RaiseRefusals: () => ({
    large: withIntegration('by_severity', 5),
    data: { groupId: nth('6c', 3), integrationId: nth('17', 0) },
    actor: bySystem,
  }),
  RaiseAuditAlarm: () => ({ large: crowd(), data: { groupId: nth('6c', 2), title: longest(1_024) }, actor: bySystem }),
  SendTestAlert: () => ({ large: crowd(), data: { groupId: nth('6c', 1), serviceId: nth('5e', 0), wholePolicy: true } }),
};
