import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { GroupEventKind } from '@tocsin/contracts/event-subscriptions/noun.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';

/** An event of an alert group for subscriptions: only ids, which are resolved when it is sent. */
export interface GroupEvent {
  readonly ordinal: number;
  readonly id: string;
  readonly kind: GroupEventKind;
  readonly groupId: string;
  /** In the stream of the group. */
  readonly revision: number;
  readonly at: string;
  readonly by: { readonly kind: 'person' | 'sender' | 'token'; readonly id: string } | null;
  readonly step?: number | string;
  readonly round?: number;
}

/** This many ordinals share a row, so that reading on from any of them skips few. */
const width = 256;
const blockOf = (ordinal: number): number => Math.floor(ordinal / width);

type EventReaders = {
  readonly [T in RecordedFact['type']]?: (data: RecordedOf<T>['data']) => Pick<GroupEvent, 'kind' | 'step' | 'round'> | null;
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
};
export const reportedTypes = Object.keys(eventReaders);

/** The subscription event of a fact; null: none. */
export const groupEventOf = ({ type, data, id, ordinal, revision, meta }: RecordedFact): GroupEvent | null => {
  const groupEvent = (eventReaders[type] as ((data: unknown) => Pick<GroupEvent, 'kind'> | null) | undefined)?.(data);
  if (!groupEvent) return null;
  const { kind, id: actorId } = meta.actor;
  const by = kind === 'system' ? null : { kind, id: actorId };
  return { ordinal, id, groupId: (data as { groupId: string }).groupId, revision, at: meta.at, by, ...groupEvent };
};

const change: RowChange<readonly GroupEvent[], RecordedFact> = {
  keys: (event) => [String(blockOf(event.ordinal))],
  row: (row = [], event) => {
    const one = groupEventOf(event);
    return one ? [...row, one] : undefined;
  },
};

/**
 * Recent events of alert groups, in blocks of ordinals, for subscriptions that may still have to send them. Stored as long as resolved groups are
 * remembered.
 */
export const groupEventsView: View<readonly GroupEvent[], RecordedFact> = {
  name: 'groupEvents',
  hasHistory: false,
  on: Object.fromEntries(reportedTypes.map((type) => [type, change])),
  sweep: (row, logTime) => (millisBetween(row.at(-1)!.at, logTime) > routingLimits.rememberResolved ? null : row),
};

/** Reported events after an ordinal, in log order. */
export const groupEventsAfter = function* (rows: Rows<readonly GroupEvent[]>, ordinal: number): Iterable<GroupEvent> {
  const first = blockOf(ordinal);
  const blocks = [...rows.entries()].filter(([block]) => Number(block) >= first).toSorted(([a], [b]) => Number(a) - Number(b));
  for (const [, events] of blocks) for (const event of events) if (event.ordinal > ordinal) yield event;
};

/** The newest ordinal; 0 when there is none. */
export const newestOrdinalOf = (rows: Rows<readonly GroupEvent[]>): number => {
  let newest = 0;
  for (const events of rows.all()) newest = Math.max(newest, events.at(-1)!.ordinal);
  return newest;
};

/** The events with these ordinals that are still stored, in this order. */
export const groupEventsAt = (rows: Rows<readonly GroupEvent[]>, ordinals: readonly number[]): readonly GroupEvent[] =>
  ordinals.flatMap((ordinal) => rows.get(String(blockOf(ordinal)))?.find((event) => event.ordinal === ordinal) ?? []);
