import { z } from 'zod';
import { event, command, type Messages } from '../message.js';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { id, instant, name, typedName } from '../ids.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { slackChannel } from '../slack-ids.js';
import { telegramGroup } from '../telegram-ids.js';
import { receiverKinds } from './receivers.js';

export { refusals } from './refusals.js';

/** Events that a subscription can choose: state changes of alert groups. */
export const groupEventKinds = ['opened', 'acknowledged', 'unacknowledged', 'snoozed', 'escalated', 'resolved', 'reopened'] as const;
export type GroupEventKind = (typeof groupEventKinds)[number];

/** Empty: no events are sent; only steps of policies call the address. */
const kinds = z.array(z.enum(groupEventKinds)).transform((selectedKinds) => groupEventKinds.filter((one) => selectedKinds.includes(one)));

const about = { subscriptionId: id };
/** The URL is stored in the vault, because its path may contain a secret. `host` is shown: `https://hooks.example.org`, or the whole ID of a place in a chat. */
const address = { host: z.string().max(300), addressRef: z.string() };
/** Absent: a webhook. */
const receiver = z.enum(receiverKinds).optional();
const delivery = { ...about, deliveryId: id };
/** Why a subscription is off: a person switched it off, or its receiver failed for a day. */
const because = z.enum(['switched_off', 'failing']);

export const onCallPosts = z.discriminatedUnion('when', [
  z.strictObject({ when: z.literal('handoffs') }),
  z.strictObject({
    when: z.literal('daily'),
    /** Of the day. */ minute: z.number().int().min(0).max(1_439),
    timeZone: z.string().min(1).max(64),
  }),
]);

/**
 * Facts of a stream `eventSubscription-<id>`: the address that events are sent to, and the outcome of each call. A call
 * lists its events by their ordinals.
 */
export const events = {
  EventSubscriptionCreated: event(
    1,
    ['settings', 'Event subscription created'],
    'An address was subscribed to the events of alert groups, of one team or of all.',
    z.object({
      ...about,
      teamId: id.nullable(),
      name,
      kinds: z.array(z.enum(groupEventKinds)),
      receiver,
      ...address,
      secretRef: z.string(),
      after: z.number().int(),
    }),
  ),
  EventSubscriptionChanged: event(
    1,
    ['settings', 'Event subscription changed'],
    'The name, the address or the kinds of event of a subscription were changed.',
    z.object({ ...about, version: z.number().int(), name, kinds: z.array(z.enum(groupEventKinds)), ...address }),
  ),
  EventSubscriptionSecretRotated: event(
    1,
    ['settings', 'Event subscription’s secret rotated'],
    'A subscription got a new signing secret; the previous one is no longer used.',
    z.object({ ...about, secretRef: z.string() }),
  ),
  EventSubscriptionDisabled: event(
    1,
    ['settings', 'Event subscription disabled'],
    'A subscription was switched off, by a person or because its receiver had failed for 24 hours. Events meanwhile are not sent.',
    z.object({ ...about, because }),
  ),
  EventSubscriptionEnabled: event(
    1,
    ['settings', 'Event subscription enabled'],
    'A subscription was switched on: events from now on are sent.',
    z.object({ ...about, /** Events up to this ordinal are not sent. */ after: z.number().int() }),
  ),
  EventSubscriptionRemoved: event(
    1,
    ['settings', 'Event subscription removed'],
    'A subscription was removed.',
    z.object({ ...about, name }),
  ),
  TestEventRequested: event(1, ['outgoing', 'Test event requested'], 'A test event was requested.', z.object(delivery)),
  EventDeliveryStarted: event(
    1,
    ['outgoing', 'Delivery started'],
    'A delivery was claimed, before the request is sent: it carries these events. A retry has the same delivery id.',
    z.object({
      ...delivery,
      /** From 1. */
      attempt: z.number().int(),
      /** The events on the log; none in a test. */
      ordinals: z.array(z.number().int()),
      /** Ordinal up to which all of the subscription’s events are in this call, or in an earlier one. */
      upTo: z.number().int(),
      epoch: z.number().int(),
    }),
  ),
  EventDeliverySucceeded: event(
    1,
    ['outgoing', 'Delivery succeeded'],
    'The receiver accepted the events.',
    z.object({ ...delivery, attempt: z.number().int() }),
  ),
  EventDeliveryFailed: event(
    1,
    ['outgoing', 'Delivery failed'],
    'The receiver did not accept the events. They are retried with back-off.',
    z.object({
      ...delivery,
      attempt: z.number().int(),
      reason: z.enum(deliveryReasonCodes),
      detail: z.string().max(500),
      /** When they are sent again; null: not at all. */
      retryAt: instant.nullable(),
      /** Retry delay requested by the receiver, in milliseconds. */
      retryAfter: z.number().int().optional(),
    }),
  ),
  EventDeliveryWentStale: event(
    1,
    ['outgoing', 'Delivery with an unknown outcome'],
    'The outcome of a delivery is unknown because the server stopped during it: the same delivery is retried.',
    z.object(delivery),
  ),
  EventReceiverLost: event(
    1,
    ['outgoing', 'Channel lost'],
    'A chat says that nothing can be posted there any more: the bot or app was removed from the channel, or its webhook was deleted. Owners are told once.',
    z.object({ ...about, reason: z.enum(deliveryReasonCodes) }),
  ),
  EventReceiverFound: event(
    1,
    ['outgoing', 'Channel works again'],
    'Something was posted in a channel that had been lost.',
    z.object(about),
  ),
  OnCallPostsChosen: event(
    1,
    ['settings', 'Posts of who is on call chosen'],
    'Who is on call is posted in a channel at each handoff, or once a day; null: not at all.',
    z.object({
      ...about,
      posts: onCallPosts.nullable(),
      /** When the next daily post is due, by which zone table. */ dueAt: instant.optional(),
      zones: z.string().optional(),
    }),
  ),
  OnCallPosted: event(
    1,
    ['outgoing', 'Who is on call posted'],
    'Who is on call is posted in a channel. It mentions nobody.',
    z.object({
      ...about,
      /** Whose handoff it was. Empty: all schedules of the team, or of all teams. */
      scheduleIds: z.array(id),
      /** When the next daily post is due, by which zone table. */
      nextAt: instant.optional(),
      zones: z.string().optional(),
    }),
  ),
  EventsPassedOver: event(
    1,
    ['outgoing', 'Events skipped'],
    'The checkpoint of a subscription moved: none of the events up to here concern it, or they are from before a restore.',
    z.object({ ...about, upTo: z.number().int() }),
  ),
};
export type EventSubscriptionFact = Messages<typeof events>;

/** A URL, or the ID of a channel or group where a connection posts. */
const url = z.union([z.url({ protocol: /^https?$/ }).max(2_000), slackChannel, telegramGroup]);
const only = z.strictObject(about);

export const commands = {
  CreateEventSubscription: command(
    'Subscribe an address to events',
    'event_subscription.configure',
    z.strictObject({
      subscriptionId: id.optional(),
      /** Events of this team’s alert groups; null: of all. */
      teamId: id.nullable(),
      name: typedName,
      receiver,
      address: url,
      kinds,
    }),
  ),
  ChangeEventSubscription: command(
    'Change a subscription',
    'event_subscription.configure',
    z.strictObject({
      ...about,
      /** The one that was read. */
      version: z.number().int(),
      name: typedName,
      /** Left out: the address stays. */
      address: url.optional(),
      kinds,
    }),
  ),
  RotateEventSubscriptionSecret: command('Rotate the signing secret', 'event_subscription.configure', only),
  DisableEventSubscription: command('Switch a subscription off', 'event_subscription.configure', only),
  EnableEventSubscription: command('Switch a subscription on', 'event_subscription.configure', only),
  TestEventSubscription: command('Send a test event', 'event_subscription.configure', only),
  ChooseOnCallPosts: command(
    'Choose when who is on call is posted in a channel; null: never',
    'event_subscription.configure',
    z.strictObject({ ...about, posts: onCallPosts.nullable() }),
  ),
  RemoveEventSubscription: command('Remove a subscription', 'event_subscription.configure', only),
};

const ofSubscription = { subscriptionId: ids.subscription };

export const examples: Examples<typeof commands> = {
  CreateEventSubscription: {
    body: { teamId: ids.team, name: 'Tickets', address: 'https://tickets.example.org/events', kinds: ['opened', 'resolved'] },
  },
  ChangeEventSubscription: { body: { ...ofSubscription, version: 1, name: 'Tickets', kinds: ['resolved'] } },
  RotateEventSubscriptionSecret: { body: ofSubscription },
  DisableEventSubscription: { body: ofSubscription },
  EnableEventSubscription: { body: ofSubscription },
  ChooseOnCallPosts: { body: { ...ofSubscription, posts: { when: 'handoffs' } }, refusedAs: 'event_subscription.no_chat' },
  RemoveEventSubscription: { body: ofSubscription },
  TestEventSubscription: { body: ofSubscription },
};

export const eventDelivery = z.object({
  id,
  startedAt: instant,
  endedAt: instant.nullable(),
  /** Number of events; 0 for a test. */
  events: z.number().int(),
  test: z.boolean(),
  /** Calls made so far. */
  attempts: z.number().int(),
  state: z.enum(['sending', 'delivered', 'failed', 'unknown']),
  reason: z.enum(deliveryReasonCodes).nullable(),
  detail: z.string(),
  retryAt: instant.nullable(),
});
export type EventDelivery = z.infer<typeof eventDelivery>;

/** The current state of a subscription, with its last deliveries, the newest first. */
export const eventSubscriptionRow = z.object({
  id,
  teamId: id.nullable(),
  name,
  kinds: z.array(z.enum(groupEventKinds)),
  receiver,
  host: z.string(),
  version: z.number().int(),
  createdAt: instant,
  /** Null: it is on. */
  disabled: z.object({ because, at: instant, by: z.string() }).nullable(),
  /** Start of uninterrupted failures. */
  failingSince: instant.nullable(),
  /** Since when its chat lets nothing be posted there, and why. Absent: it does. */
  lost: z.object({ at: instant, reason: z.enum(deliveryReasonCodes) }).optional(),
  /** When who is on call is posted there. Absent: never. */
  onCallPosts: onCallPosts.optional(),
  deliveries: z.array(eventDelivery),
});
export type EventSubscriptionRow = z.infer<typeof eventSubscriptionRow>;

/** Response rows by view name. */
export const views = { eventSubscriptions: eventSubscriptionRow };
