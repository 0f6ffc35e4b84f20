import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
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
  for (const item of data.items) {
    if (item.outcome === 'opened' && item.groupId !== null) expectOpening(item.groupId, item.number, context);
    expectLapse(item, context);
  }
};

const lapseOf = (thread: string): string => `lapse ${thread}`;

/** What a message lists ends with its last end, unless the next message moves that. */
const expectLapse = ({ outcome, groupId, thread, until }: RoutedSignal, { groupOf, dues, at, ordinal }: SignalContext): void => {
  if (groupId === null) return;
  if (outcome === 'resolved') dues.end(groupOf(groupId), lapseOf(thread), 'cancelled', at);
  const dueAt = Math.max(...(until ?? []).map((end) => toMillis(end.at)));
  if (until) dues.plan(groupOf(groupId), lapseOf(thread), { what: 'lapse', dueAt, ordinal }, at);
};

export const applyAlertsLapsed = ({ item: { outcome, groupId, thread } }: FactOf<'AlertsLapsed'>, context: SignalContext): void => {
  if (outcome === 'resolved') context.dues.end(context.groupOf(groupId!), lapseOf(thread), 'taken', context.at);
};

export const applyLapsePostponed = ({ groupId, thread, until }: FactOf<'LapsePostponed'>, context: SignalContext): void => {
  const { groupOf, dues, at, ordinal } = context;
  dues.end(groupOf(groupId), lapseOf(thread), 'taken', at);
  dues.plan(groupOf(groupId), lapseOf(thread), { what: 'lapse', dueAt: toMillis(until), ordinal }, at);
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
