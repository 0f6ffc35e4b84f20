import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { poison } from '../poison.js';
import type { Sender } from '../senders.js';
import type { Invariant, Witness } from './invariant.js';

interface NotedSignals {
  /** By the event’s id. */
  readonly receivedOrdinals: ReadonlyMap<string, number>;
  readonly routedOrdinals: ReadonlySet<number>;
}

/** An accepted signal is on the log, and has been routed. */
const findUnroutedSignals = ({ senders }: Witness, { receivedOrdinals, routedOrdinals }: NotedSignals): readonly string[] =>
  senders.flatMap(({ acceptedSignals: accepted }) =>
    accepted.flatMap(({ eventId, key, action }) => {
      // a signal that can’t be routed pages when it fires, and does nothing when it resolves
      if (key.startsWith(poison) && action === 'resolve') return [];
      const ordinal = receivedOrdinals.get(eventId);
      if (ordinal === undefined) return [`a signal of ${key} was accepted, and is not on the log`];
      return routedOrdinals.has(ordinal) ? [] : [`${ordinal}: a signal of ${key} was never routed`];
    }),
  );

const isStillFiring = ({ memory }: Witness, { key }: Sender): boolean =>
  [...memory.rows<OpenGroup>('groups').all()].some(
    ({ status, alerts }) =>
      status !== 'resolved' && listAlerts(alerts).some(({ fingerprint, firing }) => firing && fingerprint === `fp-${key}`),
  );

/**
 * A condition that its sender resolved is resolved. Not checked with wrong clocks: a machine whose clock is behind must not resolve
 * what another one reports as firing.
 */
const findUnresolved = (witness: Witness): readonly string[] =>
  witness.installation.faultProfile.clockStepEvery > 0
    ? []
    : witness.senders
        .filter((sender) => sender.acceptedSignals.at(-1)?.action === 'resolve' && isStillFiring(witness, sender))
        .map(({ key }) => `${key} is over, and its group still fires`);

/** No accepted signal is lost: not before the log, not after it, and not because of a wrong clock. */
export const signals = (): Invariant => {
  const receivedOrdinals = new Map<string, number>();
  const routedOrdinals = new Set<number>();
  /** The last signal of each key that was not dropped. */
  const lastSignals = new Map<string, RoutedSignal['signal']>();
  /** A sender sends in sequence: only between two machines can the order seem different, and only for as long as a signal may wait. */
  const wasDropped = (ordinal: number, { key, outcome, reason, signal }: RoutedSignal, { events }: Witness): readonly string[] => {
    const before = lastSignals.get(key);
    const isDropped = outcome === 'ignored' && reason === 'older_than_known';
    // a signal about a resolved condition changes nothing: the router keeps the one that it applied
    if (!isDropped && (outcome !== 'ignored' || reason === 'resolved_by_person')) lastSignals.set(key, signal);
    if (!isDropped || !before) return [];
    if (before.inbox === signal.inbox) return [`${ordinal}: a signal of ${key} was dropped, though its inbox has the order`];
    const signalAt = ({ ordinal: at }: RoutedSignal['signal']) => (events.at(at)!.data as FactOf<'SignalReceived'>).signal;
    const { action, alerts } = signalAt(signal);
    // the same start is the same firing, which is over
    const isOver = signalAt(before).action === 'resolve' && signalAt(before).alerts[0]?.startsAt === alerts[0]?.startsAt;
    const isPlain = action === 'trigger' && !isOver && millisBetween(signal.receivedAt, before.receivedAt) > routingLimits.inboxWait;
    return isPlain ? [`${ordinal}: ${key} fires, and was dropped as old`] : [];
  };
  return {
    onEvent: ({ id, type, ordinal, data }: Recorded, witness) => {
      if (type === 'SignalReceived') receivedOrdinals.set(id, ordinal);
      if (type !== 'SignalsRouted') return [];
      const { items } = data as FactOf<'SignalsRouted'>;
      for (const { signal } of items) routedOrdinals.add(signal.ordinal);
      return items.flatMap((item) => wasDropped(ordinal, item, witness));
    },
    onEnd: (witness) => [...findUnroutedSignals(witness, { receivedOrdinals, routedOrdinals }), ...findUnresolved(witness)],
  };
};
