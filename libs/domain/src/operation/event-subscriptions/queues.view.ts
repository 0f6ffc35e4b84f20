import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { events as eventSubscriptionEvents } from '@tocsin/contracts/event-subscriptions/noun.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import { evolve, factMetaOf } from '@tocsin/kernel/decide/decider.js';
import { laterOf, addMillis } from '@tocsin/kernel/time.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { evolveEventSubscription } from './evolve.js';
import { isFor, reportedTypes, subscriptionEventsOf } from './group-events.view.js';
import type { EventQueueRow } from './shared/queue-row.js';
import { initialState, isExisting, isTest, type EventSubscriptionState, type ExistingSubscription } from './state.js';

/** The interval of calls: programs read faster than people. */
const paceOf = ({ state: { receiver = 'webhook' } }: Pick<EventQueueRow, 'state'>): number =>
  receiver === 'webhook' ? eventSubscriptionLimits.eventDeliveryEvery : eventSubscriptionLimits.chatPostEvery;

/** When an event of this instant is handled: at once, or after the pause that follows a recent call. */
const paceEvent = (row: EventQueueRow, at: string): string => {
  const { newest, notBefore } = row;
  if (!newest) return laterOf(at, notBefore);
  const next = at <= newest.dueAt ? newest.dueAt : laterOf(at, addMillis(newest.dueAt, paceOf(row)));
  return laterOf(next, notBefore);
};

const isReady = ({ call, retry, status }: ExistingSubscription): boolean => status === 'on' && !call && !retry;

const isCall = (event: RecordedFact): boolean => event.type === 'EventDeliveryStarted' && !isTest(event.data);

/** What its own events leave as it is. */
const keptOf = (row: EventQueueRow | undefined, { type }: RecordedFact): Pick<EventQueueRow, 'duty' | 'called'> => ({
  ...(row?.duty && type !== 'OnCallPosted' ? { duty: row.duty } : {}),
  ...(row?.called ? { called: row.called } : {}),
});

/** A program takes what is left at once. */
const hasMore = (before: EventSubscriptionState): boolean =>
  isExisting(before) &&
  (before.receiver ?? 'webhook') === 'webhook' &&
  before.call?.ordinals.length === eventSubscriptionLimits.eventsPerDelivery.most;

const ownEvents: RowChange<EventQueueRow, RecordedFact> = {
  keys: ({ data }) => [(data as { subscriptionId: string }).subscriptionId],
  row: (row, event) => {
    const before: EventSubscriptionState = row?.state ?? initialState;
    const state = evolve<EventSubscriptionState>({ evolve: evolveEventSubscription }, before, event, factMetaOf(event));
    if (!isExisting(state)) return null;
    const common = {
      state,
      newest: row?.newest ?? null,
      ...keptOf(row, event),
      notBefore: isCall(event) ? addMillis(event.meta.at, paceOf({ state })) : (row?.notBefore ?? ''),
    };
    if (!common.newest || !isReady(state)) return common;
    const { at } = event.meta;
    return { ...common, newest: { ...common.newest, dueAt: hasMore(before) ? at : laterOf(at, common.notBefore), plannedBy: event.id } };
  },
};

/** Wakes every subscription to this kind; its decider checks whether the event is about its team. */
const happened: RowChange<EventQueueRow, RecordedFact> = {
  keys: (event, { all }) => {
    const events = subscriptionEventsOf(event);
    return events.some(({ only }) => only === undefined) ? [...all()] : [...new Set(events.map(({ only }) => only!))];
  },
  row: (row, event) => {
    const one = row && subscriptionEventsOf(event).find((each) => isFor(row.state, each));
    if (!one) return undefined;
    return { ...row, newest: { ordinal: one.ordinal, dueAt: paceEvent(row, one.at), plannedBy: one.id } };
  },
};

/** Handoffs at one moment are posted as one. */
const handedOff: RowChange<EventQueueRow, RecordedOf<'OnCallChanged'>> = {
  keys: (_event, { all }) => [...all()],
  row: (row, { id: plannedBy, meta, data: { scheduleId } }) => {
    if (row?.state.onCallPosts?.when !== 'handoffs' || row.state.status === 'off') return undefined;
    const others = row.duty && meta.at <= row.duty.dueAt ? row.duty.scheduleIds : [];
    const dueAt = addMillis(meta.at, eventSubscriptionLimits.handoffsTogether);
    return { ...row, duty: { dueAt, plannedBy, scheduleIds: [...new Set([...others, scheduleId])] } };
  },
};

/** Steps and routes call it. */
const called: RowChange<EventQueueRow, RecordedOf<'WebhookCallStarted'>> = {
  keys: ({ data }) => [data.subscriptionId],
  row: (row, { meta }) => row && { ...row, called: [...(row.called ?? []), meta.at].slice(-eventSubscriptionLimits.routePosts.most) },
};

/** Wakes subscriptions for events that were held back while the store was paused. */
const wentLive: RowChange<EventQueueRow, RecordedFact> = {
  keys: (_event, { all }) => [...all()],
  row: (row) => row && { ...row, duty: undefined },
};

/** The memory behind the timers of subscriptions: each as its own decider folds it, with the newest event since. */
export const eventQueuesView: View<EventQueueRow, RecordedFact> = {
  name: 'eventQueues',
  hasHistory: false,
  columns: { teamId: ({ state }) => state.teamId },
  on: {
    ...Object.fromEntries(reportedTypes.map((type) => [type, happened])),
    ...Object.fromEntries(Object.keys(eventSubscriptionEvents).map((type) => [type, ownEvents])),
    WebhookCallStarted: called,
    OnCallChanged: handedOff,
    StoreWentLive: wentLive,
  },
};
