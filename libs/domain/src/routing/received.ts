import { isSameCut, type CutList } from '@tocsin/contracts/cut-list.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import { between } from '@tocsin/kernel/time.js';
import { changesIn, type beginning } from './changes.js';
import type { Portion } from './portions.js';
import type { Thread } from './thread.js';

/** One received signal, as the router is handed it. */
export interface Received {
  readonly eventId: string;
  readonly ordinal: number;
  /** The stream by which it came in. */
  readonly inbox: string;
  readonly data: Omit<FactOf<'SignalReceived'>, 'raw'>;
  /** It was passed over, and what came after it has been routed. */
  readonly isLate?: true;
}

/** What becomes of a thread. */
export type Item = Pick<Routed, 'outcome'> & Partial<Routed>;
type Head = NonNullable<Thread['row']>;

/** The alerts that it begins or changes. */
export const listed = ({ alerts, counted }: ReturnType<typeof beginning>): Pick<Routed, 'alerts' | 'counted'> => ({
  alerts: [...alerts],
  ...(counted ? { counted } : {}),
});

/** What a late one does not list may have begun after it. */
export const isWholeGroup = ({ data: { signal }, isLate }: Received): boolean => signal.complete && signal.shape === 'group' && !isLate;

/** How the sender cuts its list now, where it did otherwise before. A list that is neither cut nor whole leaves it as it was. */
export const cutBy = ({ data: { signal } }: Received, before: CutList | null): Pick<Routed, 'cutList'> => {
  const cutList = signal.cutList ?? (signal.complete ? null : before);
  return isSameCut(cutList, before) ? {} : { cutList };
};

/** A message about a thread that is open. */
export const onOpen = (received: Received, portion: Portion, thread: Thread, besides: number): Item => {
  const changes = { ...listed(changesIn(portion, thread, isWholeGroup(received), besides)), ...cutBy(received, thread.row!.cutList) };
  const { counted, cutList } = changes;
  const isChanged = counted !== undefined || cutList !== undefined || changes.alerts.some(({ outcome }) => outcome !== 'began_again');
  if (isChanged) return { outcome: 'changed', ...changes };
  return { ...repeatOf(thread.row!), ...changes };
};

/** It changes nothing. */
export const repeatOf = ({ closing }: Head): Item => ({ outcome: 'repeat', ...(closing ? { reason: 'closing_planned' } : {}) });

/** Open, or closed by a person whom the sender has not confirmed yet. */
export const isConcerned = (row: Head): boolean => row.open || !row.senderResolved;

/**
 * Whether something newer is known. Inside one inbox the log has the order in which signals came, whatever the clock did meanwhile;
 * between two, which may have waited for each other, only the clocks can say.
 */
export const isOlder = ({ inbox, data, isLate }: Received, { last }: Head): boolean =>
  isLate ? data.receivedAt <= last.receivedAt : inbox !== last.inbox && data.receivedAt < last.receivedAt;

/**
 * No signal waits for longer than a minute: one that seems to be older comes from a machine whose clock is wrong, and somebody must be paged.
 * A late one adds nothing to what is open, and opens what is not.
 */
export const hasWaited = (received: Received, head: Head): boolean =>
  isOlder(received, head) && (received.isLate ? head.open : between(received.data.receivedAt, head.last.receivedAt) <= limits.inboxWait);

/** After eight days a resolved group is forgotten: decided by the clock of the signals, so that it is decided the same again. */
export const remembered = (thread: Thread | undefined, at: string): Thread | undefined => {
  const row = thread?.row;
  if (!row) return undefined;
  return !row.open && row.resolvedAt && between(row.resolvedAt, at) > limits.rememberResolved ? undefined : thread;
};
