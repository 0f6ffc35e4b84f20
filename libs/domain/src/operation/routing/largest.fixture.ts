import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { integration, serviceCreated } from '@tocsin/testing/largest/facts.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { cast, crowd, largestAlerts, peopleOf, start } from '@tocsin/testing/largest/crowd.js';
import { bySystem, longest, nth, team, type LargeWorld } from '@tocsin/testing/largest/large-world.js';

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
