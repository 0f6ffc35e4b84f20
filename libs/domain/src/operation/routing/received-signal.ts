import { isSameCutList, type CutList } from '@tocsin/contracts/cut-list.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { changesBy, type openingChanges } from './changes.js';
import type { Portion } from './portion.js';
import type { Thread } from './thread.js';

/** One received signal, as the router gets it. */
export interface ReceivedSignal {
  readonly eventId: string;
  readonly ordinal: number;
  /** The stream in which it arrived. */
  readonly inbox: string;
  readonly data: Omit<FactOf<'SignalReceived'>, 'raw'>;
  /** It was passed over, and later signals have been routed already. */
  readonly isLate?: true;
}

/** The decision about one thread. */
export type Item = Pick<RoutedSignal, 'outcome'> & Partial<RoutedSignal>;
type Head = NonNullable<Thread['row']>;

export const listedAlertsIn = ({ alerts, counted }: ReturnType<typeof openingChanges>): Pick<RoutedSignal, 'alerts' | 'counted'> => ({
  alerts: [...alerts],
  ...(counted ? { counted } : {}),
});

/** A late signal is not complete: alerts missing from it may have started later. */
export const isWholeGroup = ({ data: { signal }, isLate }: ReceivedSignal): boolean =>
  signal.complete && signal.shape === 'group' && !isLate;

/** Set when the sender truncates its list differently than before. A list that is neither truncated nor complete changes nothing. */
export const cutBy = ({ data: { signal } }: ReceivedSignal, before: CutList | null): Pick<RoutedSignal, 'cutList'> => {
  const cutList = signal.cutList ?? (signal.complete ? null : before);
  return isSameCutList(cutList, before) ? {} : { cutList };
};

/** What a mere repeat may say of an alert. */
const isRepeated: ReadonlySet<RoutedSignal['alerts'][number]['outcome']> = new Set(['began_again', 'reworded']);

/** Decides a message about an open thread. */
export const onOpen = (signalReceived: ReceivedSignal, portion: Portion, thread: Thread, otherCount: number): Item => {
  const changes = {
    ...listedAlertsIn(changesBy(portion, thread, isWholeGroup(signalReceived), otherCount)),
    ...cutBy(signalReceived, thread.row!.cutList),
  };
  const { counted, cutList } = changes;
  const isChanged = counted !== undefined || cutList !== undefined || changes.alerts.some(({ outcome }) => !isRepeated.has(outcome));
  if (isChanged) return { outcome: 'changed', ...changes };
  return { ...repeatOf(thread.row!), ...changes };
};

/** It changes nothing. */
export const repeatOf = ({ closing }: Head): Item => ({ outcome: 'repeat', ...(closing ? { reason: 'closing_planned' } : {}) });

/** Open, or resolved by a person and not yet by the sender. */
export const isConcerned = (row: Head): boolean => row.open || !row.senderResolved;

/**
 * Whether newer signals are known. Within one inbox the log has the order of arrival, whatever the clock did; between
 * two inboxes, which may have waited for each other, only the clocks can tell.
 */
export const isOlder = ({ inbox, data, isLate }: ReceivedSignal, { last }: Head): boolean =>
  isLate ? data.receivedAt <= last.receivedAt : inbox !== last.inbox && data.receivedAt < last.receivedAt;

/**
 * Whether a signal is outdated by waiting. No signal waits longer than a minute: one that seems older comes from a
 * machine with a wrong clock, and must still page. A late signal adds nothing to an open thread, and opens a closed
 * one.
 */
export const hasWaited = (signalReceived: ReceivedSignal, head: Head): boolean =>
  isOlder(signalReceived, head) &&
  (signalReceived.isLate ? head.open : millisBetween(signalReceived.data.receivedAt, head.last.receivedAt) <= routingLimits.inboxWait);

/** A resolved group is forgotten after eight days, by the clock of the signals, so that a replay decides the same. */
export const forgetOld = (thread: Thread | undefined, at: string): Thread | undefined => {
  const row = thread?.row;
  if (!row) return undefined;
  return !row.open && row.resolvedAt && millisBetween(row.resolvedAt, at) > routingLimits.rememberResolved ? undefined : thread;
};
