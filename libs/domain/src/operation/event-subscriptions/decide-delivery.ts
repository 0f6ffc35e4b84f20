import { backOff } from '@tocsin/contracts/back-off.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import { lostReasons, type DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { EventSubscriptionFact } from '@tocsin/contracts/event-subscriptions/noun.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { isRehearsal } from '../alert-groups/shared/rehearsal.js';
import { teamOf } from '../alert-groups/shared/reads.js';
import { isSystem } from '../../rules/permissions.js';
import type { SubscriptionAnswer, Data, DecisionFunction, EventContext } from './answer.js';
import { groupEventsAfter, isFor, isRecorded, type SubscriptionEvent } from './group-events.view.js';
import { sendingSinceOf, isSendingNothing } from './shared/sending-since.js';
import { isExisting, isTest, type Call, type ExistingSubscription } from './state.js';
import { lossOf } from './timers.js';
import type { DuePlan } from '../../rules/due-plan.js';

const isPlanned = (now: DuePlan, { dueAt, plannedBy }: DuePlan): boolean => now.dueAt === dueAt && now.plannedBy === plannedBy;

/** Whether a subscription gets the event: a route posts it there; or it includes this kind, and the group is neither a test nor a rehearsal and currently belongs to its team. */
const doesConcern = (state: ExistingSubscription, event: SubscriptionEvent, { reads }: EventContext): boolean => {
  if (!isFor(state, event)) return false;
  if (isRecorded(event) || event.only !== undefined) return true;
  const { teamId } = state;
  const group = reads.groups.get(event.groupId);
  return group !== undefined && !group.test && !isRehearsal(group, reads) && (teamId === null || teamOf(group, reads) === teamId);
};

/** The events to send next, after an ordinal, and how far was searched. */
const gatherEvents = (state: ExistingSubscription, after: number, context: EventContext) => {
  const { most, looked } = eventSubscriptionLimits.eventsPerDelivery;
  const ordinals: number[] = [];
  let upTo = after;
  let lookLimit: number = looked;
  for (const event of groupEventsAfter(context.reads.groupEvents, after)) {
    if (lookLimit === 0 || ordinals.length === most) break;
    lookLimit -= 1;
    upTo = event.ordinal;
    // one run of signals may be several events
    if (doesConcern(state, event, context) && ordinals.at(-1) !== upTo) ordinals.push(upTo);
  }
  return { ordinals, upTo, isLong: lookLimit === 0 };
};

type ClaimedDelivery = Pick<Call, 'deliveryId' | 'ordinals' | 'upTo' | 'attempt'>;
const startDelivery = (
  { subscriptionId }: ExistingSubscription,
  { deliveryId, ordinals, upTo, attempt }: ClaimedDelivery,
  { epoch }: EventContext,
): SubscriptionAnswer => [
  { type: 'EventDeliveryStarted', data: { subscriptionId, deliveryId, attempt, ordinals: [...ordinals], upTo, epoch } },
];

/**
 * The group events don’t say which subscriptions they are for: skipping is recorded only after many irrelevant ones.
 */
const startNext = (state: ExistingSubscription, since: number, context: EventContext): SubscriptionAnswer => {
  const { subscriptionId } = state;
  const { ordinals, upTo, isLong } = gatherEvents(state, Math.max(state.cursor, since), context);
  if (ordinals.length > 0) return startDelivery(state, { deliveryId: context.newId('delivery'), ordinals, upTo, attempt: 1 }, context);
  return isLong ? [{ type: 'EventsPassedOver', data: { subscriptionId, upTo } }] : [];
};

const start: DecisionFunction<'StartEventDelivery'> = (data, state, context) => {
  const { sendingSince: rows } = context.reads;
  if (!isSystem(context) || !isExisting(state) || state.call || isSendingNothing(rows)) return [];
  const { test, retry, status, cursor, subscriptionId } = state;
  if (test) return startDelivery(state, { deliveryId: test.deliveryId, ordinals: [], upTo: cursor, attempt: 1 }, context);
  if (status === 'off') return [];
  const since = sendingSinceOf(rows);
  if (!retry) return startNext(state, since, context);
  if (!isPlanned(retry, data)) return [];
  if (retry.upTo <= since) return [{ type: 'EventsPassedOver', data: { subscriptionId, upTo: since } }];
  return startDelivery(state, { ...retry, attempt: retry.attempt + 1 }, context);
};

/** The first failure is news, the others are not; so is the first success after it. */
const noteLost = ({ subscriptionId, isLost = false }: ExistingSubscription, lost: DeliveryReason | null): EventSubscriptionFact[] => {
  if (isLost === (lost !== null)) return [];
  return lost === null
    ? [{ type: 'EventReceiverFound', data: { subscriptionId } }]
    : [{ type: 'EventReceiverLost', data: { subscriptionId, reason: lost } }];
};

const noteReceiver: DecisionFunction<'NoteReceiver'> = ({ lost }, state, context) =>
  isSystem(context) && isExisting(state) ? noteLost(state, lost) : [];

/** When a failed call is retried; null: the receiver has failed for too long. */
const nextTry = ({ failingSince }: ExistingSubscription, { attempt }: Call, retryAfter: number, now: string): string | null => {
  const last = addMillis(failingSince ?? now, eventSubscriptionLimits.eventFailures);
  if (now >= last) return null;
  const { eventRetry } = eventSubscriptionLimits;
  const rest = Math.min(Math.max(backOff(attempt, eventRetry), retryAfter), eventRetry.most);
  const next = addMillis(now, rest);
  return next > last ? last : next;
};

/** One without kinds is what steps and routes call: it stays on for them, without what it failed to post. */
const giveUp = ({ subscriptionId, kinds }: ExistingSubscription, { upTo }: Call): EventSubscriptionFact =>
  kinds.length === 0
    ? { type: 'EventsPassedOver', data: { subscriptionId, upTo } }
    : { type: 'EventSubscriptionDisabled', data: { subscriptionId, because: 'failing' } };

const recordFailure = (
  state: ExistingSubscription,
  call: Call,
  { outcome, attempt }: Data<'RecordEventDelivery'>,
  now: string,
): SubscriptionAnswer => {
  if (outcome.ok) return [];
  const { subscriptionId, status, kinds } = state;
  const { reason, detail, retryAfter } = outcome;
  const isLast = isTest(call) || status === 'off';
  const retryAt = isLast ? null : nextTry(state, call, retryAfter ?? 0, now);
  const deliveryRef = { subscriptionId, deliveryId: call.deliveryId, attempt };
  const fact = { ...deliveryRef, reason, detail: detail.slice(0, 500), retryAt, ...(retryAfter === undefined ? {} : { retryAfter }) };
  const isGivenUp = retryAt === null && !isLast;
  return [
    { type: 'EventDeliveryFailed', data: fact },
    ...(isGivenUp ? [giveUp(state, call)] : []),
    ...((isGivenUp && kinds.length === 0) || lostReasons.has(reason) ? noteLost(state, reason) : []),
  ];
};

/** An answer to a call that was given up or repeated is dropped. */
const record: DecisionFunction<'RecordEventDelivery'> = (data, state, { now, actor }) => {
  const { subscriptionId, deliveryId, attempt, outcome } = data;
  const call = isExisting(state) ? state.call : null;
  if (!isSystem({ actor }) || !isExisting(state) || call?.deliveryId !== deliveryId || call.attempt !== attempt) return [];
  if (!outcome.ok) return recordFailure(state, call, data, now);
  return [{ type: 'EventDeliverySucceeded', data: { subscriptionId, deliveryId, attempt } }, ...noteLost(state, null)];
};

const replace: DecisionFunction<'ReplaceEventDelivery'> = ({ subscriptionId, ...planned }, state, context) => {
  const call = isExisting(state) ? state.call : null;
  if (!isSystem(context) || !call || !isPlanned(lossOf(call, context.epoch), planned)) return [];
  return [{ type: 'EventDeliveryWentStale', data: { subscriptionId, deliveryId: call.deliveryId } }];
};

export const decideDelivery = {
  StartEventDelivery: start,
  RecordEventDelivery: record,
  ReplaceEventDelivery: replace,
  NoteReceiver: noteReceiver,
};
