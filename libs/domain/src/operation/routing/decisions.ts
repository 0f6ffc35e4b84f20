import type { RoutingFact } from '@tocsin/contracts/routing/routing.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { ReceivedSignal } from './received-signal.js';
import { fieldsOfRule } from '../../rules/inhibition-fields.js';
import { canMatch } from '../../rules/known-labels.js';
import { seeAlert, unionOf } from '../../rules/seen-alert.js';
import { rowsFor } from '../../rules/team-rows.js';
import { createMutesOfAll } from './mutes-of-all.js';
import { isPassedOver, passOver, routeWithoutAlerts, type PassOverSignal, type RoutePlainly } from './route-without-alerts.js';
import { Router } from './router.js';
import type { Tally } from './tally.js';
import type { RoutingReads, RoutingRows } from './routing-reads.js';
import { lapseIdOf } from './shared/lapse-row.js';
import type { RoutingState } from './shared/routing-row.js';

/** A run of received signals, in log order. Internal: sent by the reactor. */
export interface RouteSignals {
  readonly type: 'RouteSignals';
  readonly data: { readonly from: number; readonly upTo: number; readonly signals: readonly ReceivedSignal[] };
}
export type SignalCommand = RouteSignals | RoutePlainly | PassOverSignal;

export const createRoutingReads = ({
  threads,
  services,
  integrations,
  routeRules,
  recordings,
  inhibitionRules,
  groupings,
  linkings,
  storms,
  lapses,
  ...rows
}: RoutingRows): RoutingReads => ({
  thread: (id) => threads.get(id),
  threadsOf: (senderKey) => threads.where('senderKey', senderKey),
  threadsWith: (alert) => threads.where('alert', alert),
  service: (id) => services.get(id),
  integration: (id) => integrations.get(id),
  routeRules: (integrationId) => routeRules.get(integrationId),
  recording: (thread) => recordings.get(thread),
  recordingsOf: (senderKey) => recordings.where('senderKey', senderKey),
  inhibitingLabels: (alert, { serviceId, integrationId }) => {
    const service = inhibitionRules.size === 0 ? undefined : services.get(serviceId);
    if (!service) return undefined;
    const rules = rowsFor(inhibitionRules, service.teamId);
    const fields = unionOf(rules.map(fieldsOfRule));
    const seen = seeAlert(alert, { service, integration: integrations.get(integrationId)?.name ?? '' }, fields);
    return rules.some(({ source }) => canMatch(source, seen)) ? seen : undefined;
  },
  mutesOfAll: createMutesOfAll({ ...rows, services, integrations }),
  grouping: (key) => groupings.get(key),
  linking: (key) => linkings.get(key),
  storm: (serviceId) => storms.get(serviceId),
  tally: (groupId) => threads.sum('groupId', groupId) as Tally | undefined,
  ends: (thread) => lapses.get(lapseIdOf(thread))?.ends,
});

type RoutingProgress = Pick<RoutingState, 'upTo'> & { readonly part?: NonNullable<RoutingState['part']> };

/** Routes as much of a run as one fact may hold, from where the last fact ended. Returns how far that is. */
const routeRun = (
  router: Router,
  signals: readonly ReceivedSignal[],
  { upTo: before, part }: RoutingState,
  upTo: number,
): RoutingProgress => {
  let whole = before;
  for (const signal of signals) {
    const { ordinal } = signal;
    const earlier = part?.ordinal === ordinal ? part : null;
    const reached = router.route(signal, earlier?.reached);
    if (reached !== null) return { upTo: whole, ...(reached === '' ? {} : { part: { ordinal, n: (earlier?.n ?? 0) + 1, reached } }) };
    whole = ordinal;
  }
  return { upTo };
};

/** Routes a signal that was passed over, alone: later signals have been routed already and count as newer. */
const routeSkipped = (from: number, signal: ReceivedSignal, state: RoutingState, reads: RoutingRows): readonly RoutingFact[] => {
  const { ordinal } = signal;
  const { n, reached: before } = state.passedOver.find((one) => one.ordinal === ordinal)!;
  const router = new Router(createRoutingReads(reads), state.nextNumber);
  const reached = router.route({ ...signal, isLate: true }, before);
  const part = reached === null ? {} : { part: { ordinal, n: n + 1, reached } };
  const { items, nextNumber } = router;
  return [{ type: 'SignalsRouted', data: { from, upTo: state.upTo, again: ordinal, ...part, items, nextNumber } }];
};

/** What becomes of signals, in the stream of routing. */
export const routingDecisions: Decider<RoutingState, SignalCommand, RoutingFact, RoutingRows>['decide'] = {
  RouteSignals: ({ from, upTo, signals }, state, { reads }) => {
    const [first] = signals;
    if (first && signals.length === 1 && isPassedOver(state, first.ordinal)) return routeSkipped(from, first, state, reads);
    const fresh = signals.filter((signal) => signal.ordinal > state.upTo);
    if (fresh.length === 0) return [];
    const router = new Router(createRoutingReads(reads), state.nextNumber);
    const reached = routeRun(router, fresh, state, upTo);
    return [{ type: 'SignalsRouted', data: { from, ...reached, items: router.items, nextNumber: router.nextNumber } }];
  },

  RoutePlainly: routeWithoutAlerts,
  PassOverSignal: passOver,
};
