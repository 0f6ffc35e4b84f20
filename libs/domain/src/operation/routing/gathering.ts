import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { Gathering } from '@tocsin/kernel/registry.js';
import type { RouteSignals } from './decisions.js';
import { charactersOf } from '../../rules/characters-of.js';
import type { PassOverSignal, RoutePlainly } from './route-without-alerts.js';

type SignalReceived = RecordedOf<'SignalReceived'>;
const toReceivedSignal = ({ id: eventId, ordinal, stream: inbox, data }: SignalReceived) => ({ eventId, ordinal, inbox, data });

/** Signals are routed in runs: one decision and one fact for all that arrived since the last run. */
export const signalsReceived: Gathering = {
  type: 'SignalReceived',
  bounds: [
    { most: routingLimits.signalsPerRouting, of: () => 1 },
    { most: routingLimits.alertsPerRouting, of: ({ data }: SignalReceived) => data.signal.alerts.length },
    { most: routingLimits.routingBytes, of: ({ data }: SignalReceived) => charactersOf(data.signal) },
  ],
  command: ({ from, upTo, events }): RouteSignals => ({
    type: 'RouteSignals',
    data: { from, upTo, signals: (events as readonly SignalReceived[]).map(toReceivedSignal) },
  }),
  instead: ({ from, upTo, events: [signal] }): RoutePlainly => ({
    type: 'RoutePlainly',
    data: { from, upTo, signal: toReceivedSignal(signal as SignalReceived) },
  }),
  passOver: ({ from, upTo }): PassOverSignal => ({ type: 'PassOverSignal', data: { from, upTo } }),
  isWhole: ([first], upTo) => {
    const lastRouting = first?.data as FactOf<'SignalsRouted'>;
    return (lastRouting.again ?? lastRouting.upTo) === upTo && lastRouting.part === undefined;
  },
};
