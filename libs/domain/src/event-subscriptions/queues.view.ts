import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { eventSubscriptionEvents } from '@tocsin/contracts/event-subscriptions.js';
import { limits } from '@tocsin/contracts/limits.js';
import { evolve, whenOf } from '@tocsin/kernel/decide/decider.js';
import { later, plus } from '@tocsin/kernel/time.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { evolveEventSubscription } from './evolve.js';
import { groupEventOf, reportedTypes } from './group-events.view.js';
import type { EventQueueRow } from './shared/queue-row.js';
import { beginning, exists, isTest, type EventSubscriptionState, type Existing } from './state.js';

/** When an event of this instant is handled: at once, or after the pause that follows a recent call. */
const paced = ({ newest, notBefore }: EventQueueRow, at: string): string => {
  if (!newest) return later(at, notBefore);
  const next = at <= newest.dueAt ? newest.dueAt : later(at, plus(newest.dueAt, limits.eventDeliveryEvery));
  return later(next, notBefore);
};

const isReady = ({ call, retry, status }: Existing): boolean => status === 'on' && !call && !retry;

const isCall = (event: RecordedFact): boolean => event.type === 'EventDeliveryStarted' && !isTest(event.data);
const nextAfter = ({ meta }: RecordedFact): string => plus(meta.at, limits.eventDeliveryEvery);

const own: RowChange<EventQueueRow, RecordedFact> = {
  keys: ({ data }) => [(data as { subscriptionId: string }).subscriptionId],
  row: (row, event) => {
    const before: EventSubscriptionState = row?.state ?? beginning;
    const state = evolve<EventSubscriptionState>({ evolve: evolveEventSubscription }, before, event, whenOf(event));
    if (!exists(state)) return null;
    const common = { state, newest: row?.newest ?? null, notBefore: isCall(event) ? nextAfter(event) : (row?.notBefore ?? '') };
    if (!common.newest || !isReady(state)) return common;
    const { at } = event.meta;
    const wasFull = exists(before) && before.call?.ordinals.length === limits.eventsPerDelivery.most;
    return { ...common, newest: { ...common.newest, dueAt: wasFull ? at : later(at, common.notBefore), plannedBy: event.id } };
  },
};

/** Wakes every subscription to this kind; its decider checks whether the event is about its team. */
const happened: RowChange<EventQueueRow, RecordedFact> = {
  keys: (_event, { all }) => [...all()],
  row: (row, event) => {
    const one = row && groupEventOf(event);
    if (!one || !row.state.kinds.includes(one.kind)) return undefined;
    return { ...row, newest: { ordinal: one.ordinal, dueAt: paced(row, one.at), plannedBy: one.id } };
  },
};

/** Wakes subscriptions for events that were held back while the store was paused. */
const wentLive: RowChange<EventQueueRow, RecordedFact> = { keys: happened.keys, row: (row) => row && { ...row } };

/** The memory behind the timers of subscriptions: each as its own decider folds it, with the newest event since. */
export const eventQueuesView: View<EventQueueRow, RecordedFact> = {
  name: 'eventQueues',
  past: false,
  columns: { teamId: ({ state }) => state.teamId },
  on: {
    ...Object.fromEntries(reportedTypes.map((type) => [type, happened])),
    ...Object.fromEntries(Object.keys(eventSubscriptionEvents).map((type) => [type, own])),
    StoreWentLive: wentLive,
  },
};
