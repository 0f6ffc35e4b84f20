import type { RoutingFact } from '@tocsin/contracts/routing/routing.js';
import { deriveId } from '@tocsin/kernel/ids.js';
import type { ReceivedSignal } from './received-signal.js';
import { defaultRules } from './items.js';
import type { RoutingState } from './shared/routing-row.js';
import { threadOf } from './shared/opened-group.js';

/** One signal that can’t be routed. Internal: sent by the reactor when it has given up. */
export interface RoutePlainly {
  readonly type: 'RoutePlainly';
  readonly data: { readonly from: number; readonly upTo: number; readonly signal: ReceivedSignal };
}

/**
 * Opens a group on the service of a signal that can’t be routed: without alerts, so that nothing of the signal can fail
 * again, and under a key of its own. A signal that resolves or acknowledges opens none and pages no one.
 */
export const routeWithoutAlerts = ({ from, upTo, signal }: RoutePlainly['data'], state: RoutingState): readonly RoutingFact[] => {
  const isAgain = isPassedOver(state, signal.ordinal);
  if (signal.ordinal <= state.upTo && !isAgain) return [];
  const range = isAgain ? { from, upTo: state.upTo, again: signal.ordinal } : { from, upTo };
  const { eventId, ordinal, inbox, data } = signal;
  const { receivedAt, integrationId, serviceId } = data;
  if (data.signal.action !== 'trigger') return [{ type: 'SignalsRouted', data: { ...range, items: [], nextNumber: state.nextNumber } }];
  const key = `Request that could not be processed (event ${ordinal})`;
  const thread = threadOf(integrationId, key);
  const item = {
    signal: { eventId, ordinal, receivedAt, inbox },
    integrationId,
    serviceId,
    key,
    outcome: 'opened' as const,
    // not from its thread, which names an ordinal: that differs in a what-if
    groupId: deriveId(receivedAt, eventId, 'unroutable', 'group'),
    number: state.nextNumber,
    previousGroupId: null,
    thread,
    by: defaultRules,
    alerts: [],
  };
  return [{ type: 'SignalsRouted', data: { ...range, items: [item], nextNumber: state.nextNumber + 1 } }];
};

/** A signal for which even that fails. Internal. */
export interface PassOverSignal {
  readonly type: 'PassOverSignal';
  readonly data: { readonly from: number; readonly upTo: number };
}

/** Passes a signal over: later ones are routed, and this one when it is retried. */
export const passOver = ({ from, upTo }: PassOverSignal['data'], state: RoutingState): readonly RoutingFact[] =>
  upTo <= state.upTo ? [] : [{ type: 'SignalsRouted', data: { from, upTo, passedOver: true, items: [], nextNumber: state.nextNumber } }];

export const isPassedOver = ({ passedOver }: RoutingState, ordinal: number): boolean => passedOver.some((one) => one.ordinal === ordinal);
