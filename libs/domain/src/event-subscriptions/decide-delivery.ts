import { limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import { teamOf } from '../alert-groups/shared/reads.js';
import { isSystem } from '../rules/permissions.js';
import type { SubscriptionAnswer, Data, Decide, EventContext } from './answer.js';
import { groupEventsAfter, type GroupEvent } from './group-events.view.js';
import { sendingSince, sendsNothing } from './sending-since.view.js';
import { exists, isTest, type Call, type Existing, type Planned } from './state.js';
import { lossOf } from './timers.js';

const isPlanned = (now: Planned, { dueAt, plannedBy }: Planned): boolean => now.dueAt === dueAt && now.plannedBy === plannedBy;

/** Whether a subscription gets the event: it includes this kind, and the group is no test and currently belongs to its team. */
const concerns = ({ kinds, teamId }: Existing, { kind, groupId }: GroupEvent, { reads }: EventContext): boolean => {
  const group = kinds.includes(kind) ? reads.groups.get(groupId) : undefined;
  return group !== undefined && !group.test && (teamId === null || teamOf(group, reads) === teamId);
};

/** The events to send next, after an ordinal, and how far was searched. */
const gathered = (state: Existing, after: number, context: EventContext) => {
  const { most, looked } = limits.eventsPerDelivery;
  const ordinals: number[] = [];
  let upTo = after;
  let left: number = looked;
  for (const event of groupEventsAfter(context.reads.groupEvents, after)) {
    if (left === 0 || ordinals.length === most) break;
    left -= 1;
    upTo = event.ordinal;
    if (concerns(state, event, context)) ordinals.push(upTo);
  }
  return { ordinals, upTo, isLong: left === 0 };
};

type Claimed = Pick<Call, 'deliveryId' | 'ordinals' | 'upTo' | 'attempt'>;
const started = (
  { subscriptionId }: Existing,
  { deliveryId, ordinals, upTo, attempt }: Claimed,
  { epoch }: EventContext,
): SubscriptionAnswer => [
  { type: 'EventDeliveryStarted', data: { subscriptionId, deliveryId, attempt, ordinals: [...ordinals], upTo, epoch } },
];

/**
 * The group events don’t say which subscriptions they are for: skipping is recorded only after many irrelevant ones.
 */
const startNext = (state: Existing, since: number, context: EventContext): SubscriptionAnswer => {
  const { subscriptionId } = state;
  const { ordinals, upTo, isLong } = gathered(state, Math.max(state.cursor, since), context);
  if (ordinals.length > 0) return started(state, { deliveryId: context.newId('delivery'), ordinals, upTo, attempt: 1 }, context);
  return isLong ? [{ type: 'EventsPassedOver', data: { subscriptionId, upTo } }] : [];
};

const start: Decide<'StartEventDelivery'> = (data, state, context) => {
  const { sendingSince: rows } = context.reads;
  if (!isSystem(context) || !exists(state) || state.call || sendsNothing(rows)) return [];
  const { test, retry, status, cursor, subscriptionId } = state;
  if (test) return started(state, { deliveryId: test.deliveryId, ordinals: [], upTo: cursor, attempt: 1 }, context);
  if (status === 'off') return [];
  const since = sendingSince(rows);
  if (!retry) return startNext(state, since, context);
  if (!isPlanned(retry, data)) return [];
  if (retry.upTo <= since) return [{ type: 'EventsPassedOver', data: { subscriptionId, upTo: since } }];
  return started(state, { ...retry, attempt: retry.attempt + 1 }, context);
};

/** When a failed call is retried; null: the receiver has failed for too long. */
const nextTry = ({ failingSince }: Existing, { attempt }: Call, retryAfter: number, now: string): string | null => {
  const last = plus(failingSince ?? now, limits.eventFailures);
  if (now >= last) return null;
  const { first, most } = limits.eventRetry;
  const rest = Math.min(Math.max(first * 2 ** Math.min(attempt - 1, 20), retryAfter), most);
  const next = plus(now, rest);
  return next > last ? last : next;
};

const failed = (state: Existing, call: Call, { outcome, attempt }: Data<'RecordEventDelivery'>, now: string): SubscriptionAnswer => {
  if (outcome.ok) return [];
  const { subscriptionId, status } = state;
  const { reason, detail, retryAfter } = outcome;
  const isLast = isTest(call) || status === 'off';
  const retryAt = isLast ? null : nextTry(state, call, retryAfter ?? 0, now);
  const about = { subscriptionId, deliveryId: call.deliveryId, attempt };
  const fact = { ...about, reason, detail: detail.slice(0, 500), retryAt, ...(retryAfter === undefined ? {} : { retryAfter }) };
  return [
    { type: 'EventDeliveryFailed', data: fact },
    ...(retryAt === null && !isLast
      ? [{ type: 'EventSubscriptionDisabled' as const, data: { subscriptionId, because: 'failing' as const } }]
      : []),
  ];
};

/** An answer to a call that was given up or repeated is dropped. */
const record: Decide<'RecordEventDelivery'> = (data, state, { now, actor }) => {
  const { subscriptionId, deliveryId, attempt, outcome } = data;
  const call = exists(state) ? state.call : null;
  if (!isSystem({ actor }) || !exists(state) || call?.deliveryId !== deliveryId || call.attempt !== attempt) return [];
  if (!outcome.ok) return failed(state, call, data, now);
  return [{ type: 'EventDeliverySucceeded', data: { subscriptionId, deliveryId, attempt } }];
};

const replace: Decide<'ReplaceEventDelivery'> = ({ subscriptionId, ...planned }, state, context) => {
  const call = exists(state) ? state.call : null;
  if (!isSystem(context) || !call || !isPlanned(lossOf(call, context.epoch), planned)) return [];
  return [{ type: 'EventDeliveryWentStale', data: { subscriptionId, deliveryId: call.deliveryId } }];
};

export const decideDelivery = { StartEventDelivery: start, RecordEventDelivery: record, ReplaceEventDelivery: replace };
