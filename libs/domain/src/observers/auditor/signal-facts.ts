import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { AuditedGroup, Dues } from './dues.js';

interface SignalContext {
  /** Dues of signals, for which no group is known yet. */
  readonly signals: AuditedGroup;
  readonly groupOf: (groupId: string) => AuditedGroup;
  readonly dues: Dues;
  readonly at: number;
  readonly ordinal: number;
}

const keyOf = (ordinal: number): string => `route ${ordinal}`;

/** A sender’s request was accepted: the signal must be routed. */
export const applySignalReceived = ({ signals, dues, at, ordinal }: SignalContext): void =>
  dues.plan(signals, keyOf(ordinal), { what: 'route', dueAt: at, ordinal }, at);

/**
 * Ends the signals of one run (`from` is exclusive). A signal that the router skipped stays due; for one that was
 * passed over, a retry comes too late.
 */
const endRun = ({ from, upTo, passedOver, again }: FactOf<'SignalsRouted'>, { signals, dues, at }: SignalContext): void => {
  if (again !== undefined) return;
  if (passedOver) dues.addMissed(signals, keyOf(upTo), at);
  for (const [key, { ordinal }] of signals.dues) {
    if (ordinal > upTo) return;
    if (ordinal > from) dues.end(signals, key, 'taken', at);
  }
};

export const applySignalsRouted = (data: FactOf<'SignalsRouted'>, context: SignalContext): void => {
  endRun(data, context);
  for (const { outcome, groupId, number } of data.items)
    if (outcome === 'opened' && groupId !== null) expectOpening(groupId, number, context);
};

/** A group has its number: it must be opened. */
export const expectOpening = (
  groupId: string,
  number: number | null,
  { groupOf, dues, at, ordinal }: Omit<SignalContext, 'signals'>,
): void => {
  const group = groupOf(groupId);
  group.number = number;
  dues.plan(group, 'open', { what: 'open', dueAt: at, ordinal }, at);
};

/**
 * The time in which no reactor ran: since the last sign of life, or the span that a clock was set forward. `seenAt`: of
 * the last fact that a reactor wrote.
 */
export const absenceIn = {
  // the sign of life belongs to this machine: a standby may have run for days beside the reactor that it follows, a
  // restored copy has none
  ReactorStarted: ({ awayFrom }: FactOf<'ReactorStarted'>, at: number, seenAt: number | null): readonly [from: number, to: number] => [
    Math.max(awayFrom === null ? (seenAt ?? at) : toMillis(awayFrom), seenAt ?? 0),
    at,
  ],
  ClockSteppedForward: ({ from, to }: FactOf<'ClockSteppedForward'>): readonly [from: number, to: number] => [toMillis(from), toMillis(to)],
};
