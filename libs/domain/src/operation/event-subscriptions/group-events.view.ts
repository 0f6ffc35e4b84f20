import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import type { GroupEventKind } from '@tocsin/contracts/event-subscriptions/noun.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';

interface EventPlace {
  readonly ordinal: number;
  readonly id: string;
  readonly at: string;
  /** A route posts it there, and nowhere else. Absent: it is for all subscriptions to its kind. */
  readonly only?: string;
}

/** An event of an alert group for subscriptions: only ids, which are resolved when it is sent. */
export interface GroupEvent extends EventPlace {
  readonly kind: GroupEventKind;
  readonly groupId: string;
  /** In the stream of the group. */
  readonly revision: number;
  readonly by: { readonly kind: 'person' | 'sender' | 'token'; readonly id: string } | null;
  readonly step?: number | string;
  readonly round?: number;
}

/** Alerts that routes record only and post: how many begin, or end, in one run of signals of an integration. */
export interface RecordedAlerts extends EventPlace {
  readonly kind: 'recorded' | 'recorded_ended';
  readonly only: string;
  readonly integrationId: string;
  readonly serviceId: string;
  readonly count: number;
  /** The first of them, by the signals that began them. */
  readonly first: readonly { readonly ordinal: number; readonly index: number }[];
}
export type SubscriptionEvent = GroupEvent | RecordedAlerts;
export const isRecorded = (event: SubscriptionEvent): event is RecordedAlerts => 'count' in event;

/** This many ordinals share a row, so that reading on from any of them skips few. */
const width = 256;
const blockOf = (ordinal: number): number => Math.floor(ordinal / width);

type EventReaders = {
  readonly [T in RecordedFact['type']]?: (data: RecordedOf<T>['data']) => Pick<GroupEvent, 'kind' | 'step' | 'round' | 'only'> | null;
};
/** Reported events by event type; null: none. */
const eventReaders: EventReaders = {
  AlertGroupOpened: () => ({ kind: 'opened' }),
  AlertGroupAcknowledged: () => ({ kind: 'acknowledged' }),
  AlertGroupSnoozed: () => ({ kind: 'snoozed' }),
  AlertGroupUnsnoozed: ({ holder }) => (holder === null ? null : { kind: 'acknowledged' }),
  AlertGroupReturnedToFiring: ({ from }) => (from === null ? null : { kind: 'unacknowledged' }),
  // paging the first step is no escalation
  EscalationStepTaken: ({ step, round, part }) =>
    (typeof step === 'number' && step <= 1) || part !== undefined ? null : { kind: 'escalated', step, round },
  AlertGroupResolved: () => ({ kind: 'resolved' }),
  AlertGroupReopened: () => ({ kind: 'reopened' }),
  // what a route would have posted alone is posted with others
  WebhookCallCancelled: ({ reason, subscriptionId }) =>
    reason === 'delivery.posted_together' ? { kind: 'opened', only: subscriptionId } : null,
};
export const reportedTypes = [...Object.keys(eventReaders), 'SignalsRouted'];

const groupEventOf = ({ type, data, id, ordinal, revision, meta }: RecordedFact): GroupEvent | null => {
  const groupEvent = (eventReaders[type] as ((data: unknown) => Pick<GroupEvent, 'kind'> | null) | undefined)?.(data);
  if (!groupEvent) return null;
  const { kind, id: actorId } = meta.actor;
  const by = kind === 'system' ? null : { kind, id: actorId };
  return { ordinal, id, groupId: (data as { groupId: string }).groupId, revision, at: meta.at, by, ...groupEvent };
};

/** Of one run of signals, by subscription and integration. */
const recordedIn = ({ id, ordinal, meta: { at }, data: { items } }: RecordedOf<'SignalsRouted'>): readonly RecordedAlerts[] => {
  const events = new Map<string, RecordedAlerts>();
  for (const { reason, postTo: only, by, integrationId, serviceId, signal, alerts } of items) {
    if (reason !== 'recorded_only' || only === undefined) continue;
    for (const { outcome, index, began } of alerts) {
      // what begins is posted by a rule
      const of = outcome === 'resolved' ? began : by.post && { ordinal: signal.ordinal, index: index! };
      if (!of) continue;
      const kind = outcome === 'resolved' ? 'recorded_ended' : 'recorded';
      const key = `${only} ${integrationId} ${kind}`;
      const { count = 0, first = [] } = events.get(key) ?? {};
      const named = first.length < eventSubscriptionLimits.recordedNamed ? [...first, of] : first;
      events.set(key, { ordinal, id, at, only, kind, integrationId, serviceId, count: count + 1, first: named });
    }
  }
  return [...events.values()];
};

export const subscriptionEventsOf = (event: RecordedFact): readonly SubscriptionEvent[] => {
  if (event.type === 'SignalsRouted') return recordedIn(event);
  const one = groupEventOf(event);
  return one ? [one] : [];
};

/** Whether a subscription to these kinds may get it. */
export const isFor = (
  { subscriptionId, kinds }: { readonly subscriptionId: string; readonly kinds: readonly string[] },
  { only, kind }: SubscriptionEvent,
): boolean => (only === undefined ? kinds.includes(kind) : only === subscriptionId);

const change: RowChange<readonly SubscriptionEvent[], RecordedFact> = {
  keys: (event) => [String(blockOf(event.ordinal))],
  row: (row = [], event) => {
    const events = subscriptionEventsOf(event);
    return events.length > 0 ? [...row, ...events] : undefined;
  },
};

/**
 * Recent events of alert groups, in blocks of ordinals, for subscriptions that may still have to send them. Stored as long as resolved groups are
 * remembered.
 */
export const groupEventsView: View<readonly SubscriptionEvent[], RecordedFact> = {
  name: 'groupEvents',
  hasHistory: false,
  on: Object.fromEntries(reportedTypes.map((type) => [type, change])),
  sweep: (row, logTime) => (millisBetween(row.at(-1)!.at, logTime) > routingLimits.rememberResolved ? null : row),
};

/** Reported events after an ordinal, in log order. */
export const groupEventsAfter = function* (rows: Rows<readonly SubscriptionEvent[]>, ordinal: number): Iterable<SubscriptionEvent> {
  const first = blockOf(ordinal);
  const blocks = [...rows.entries()].filter(([block]) => Number(block) >= first).toSorted(([a], [b]) => Number(a) - Number(b));
  for (const [, events] of blocks) for (const event of events) if (event.ordinal > ordinal) yield event;
};

export const newestOrdinalOf = (rows: Rows<readonly SubscriptionEvent[]>): number => {
  let newest = 0;
  for (const events of rows.all()) newest = Math.max(newest, events.at(-1)!.ordinal);
  return newest;
};

/** The events with these ordinals that are still stored, in this order, for a subscription. */
export const groupEventsAt = (
  rows: Rows<readonly SubscriptionEvent[]>,
  { ordinals, subscriptionId }: { readonly ordinals: readonly number[]; readonly subscriptionId: string },
): readonly SubscriptionEvent[] =>
  ordinals.flatMap(
    (at) => rows.get(String(blockOf(at)))?.filter(({ ordinal, only = subscriptionId }) => ordinal === at && only === subscriptionId) ?? [],
  );
