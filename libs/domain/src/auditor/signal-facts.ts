import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { AuditedGroup, Dues } from './dues.js';

interface Seen {
  /** What no group is known for yet. */
  readonly signals: AuditedGroup;
  readonly groupOf: (groupId: string) => AuditedGroup;
  readonly dues: Dues;
  readonly at: number;
  readonly ordinal: number;
}

const keyOf = (ordinal: number): string => `route ${ordinal}`;

/** A sender heard yes: what it said must be routed. */
export const signalReceived = ({ signals, dues, at, ordinal }: Seen): void =>
  dues.plan(signals, keyOf(ordinal), { what: 'route', dueAt: at, ordinal }, at);

/** Those of one run (`from` is exclusive). One that the router skipped stays due; of one that was passed over, trying again comes too late. */
const endRun = ({ from, upTo, passedOver, again }: FactOf<'SignalsRouted'>, { signals, dues, at }: Seen): void => {
  if (again !== undefined) return;
  if (passedOver) dues.miss(signals, keyOf(upTo), at);
  for (const [key, { ordinal }] of signals.dues) {
    if (ordinal > upTo) return;
    if (ordinal > from) dues.end(signals, key, 'taken', at);
  }
};

export const signalsRouted = (data: FactOf<'SignalsRouted'>, seen: Seen): void => {
  endRun(data, seen);
  for (const { outcome, groupId, number } of data.items) if (outcome === 'opened' && groupId !== null) mustOpen(groupId, number, seen);
};

/** A group has its number: it must be opened. */
export const mustOpen = (groupId: string, number: number | null, { groupOf, dues, at, ordinal }: Omit<Seen, 'signals'>): void => {
  const group = groupOf(groupId);
  group.number = number;
  dues.plan(group, 'open', { what: 'open', dueAt: at, ordinal }, at);
};

/** When nobody was there: since the last sign of life, or for what a clock was set forward. `seenAt`: of the last fact that a reactor wrote. */
export const absenceIn = {
  // the sign of life is this machine’s: a standby may have lived for days beside the reactor that it follows, a restored copy has none
  ReactorStarted: ({ awayFrom }: FactOf<'ReactorStarted'>, at: number, seenAt: number | null): readonly [from: number, to: number] => [
    Math.max(awayFrom === null ? (seenAt ?? at) : toMillis(awayFrom), seenAt ?? 0),
    at,
  ],
  ClockSteppedForward: ({ from, to }: FactOf<'ClockSteppedForward'>): readonly [from: number, to: number] => [toMillis(from), toMillis(to)],
};
