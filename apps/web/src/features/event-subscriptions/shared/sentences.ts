import type { events as eventSubscriptionEvents } from '@tocsin/contracts/event-subscriptions/noun.js';
import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Sentences } from '../../../data/words/sentence.js';

const events = (count: number): string => (count === 0 ? 'a test event' : count === 1 ? '1 event' : `${count} events`);

const kinds = (chosen: readonly string[]): string => chosen.join(', ') || 'no events';

export const eventSubscriptionSentences: Sentences<keyof typeof eventSubscriptionEvents> = {
  EventSubscriptionCreated: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} subscribed ${data.host} to events${data.teamId === null ? '' : ` of ${names.team(data.teamId)}`}, as ${data.name}: ${kinds(data.kinds)}.`,
  EventSubscriptionChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} changed the event subscription ${data.name}: ${data.host}, ${kinds(data.kinds)}.`,
  EventSubscriptionSecretRotated: ({ meta }, names) => `${names.actor(meta.actor)} rotated the signing secret of an event subscription.`,
  EventSubscriptionDisabled: ({ data, meta }, names) =>
    data.because === 'failing'
      ? 'An event subscription was disabled: its receiver failed for 24 hours.'
      : `${names.actor(meta.actor)} disabled an event subscription.`,
  EventSubscriptionEnabled: ({ meta }, names) => `${names.actor(meta.actor)} enabled an event subscription.`,
  EventSubscriptionRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the event subscription ${data.name}.`,
  TestEventRequested: ({ meta }, names) => `${names.actor(meta.actor)} sent a test event.`,
  EventDeliveryStarted: ({ data }) =>
    `A receiver was called with ${events(data.ordinals.length)}${data.attempt === 1 ? '' : `, try ${data.attempt}`}.`,
  EventDeliverySucceeded: () => 'The receiver accepted the events.',
  EventDeliveryFailed: ({ data }) => `A receiver did not accept its events. ${deliveryReasons[data.reason]} ${data.detail}`.trim(),
  EventDeliveryWentStale: () => 'The outcome of a call to a receiver is unknown; retrying.',
  EventReceiverLost: ({ data }) => `A channel takes nothing any more. ${deliveryReasons[data.reason]}`,
  EventReceiverFound: () => 'A channel that had been lost was posted in again.',
  OnCallPostsChosen: ({ data: { posts } }) =>
    posts === null
      ? 'Who is on call is no longer posted there.'
      : `Who is on call is posted there ${posts.when === 'handoffs' ? 'at each handoff' : 'once a day'}.`,
  OnCallPosted: () => 'Who is on call was posted.',
  EventsPassedOver: ({ data }) => `Skipped up to event ${data.upTo}: no matching events.`,
};
