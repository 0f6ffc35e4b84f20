import { duration } from '../duration.js';

const { second, hour } = duration;

/** Event subscriptions of one team or of the organisation, and in all. */
export const eventSubscriptions = { perOwner: 20, inAll: 100 } as const;
/** Events in one delivery, and events that are read for it. */
export const eventsPerDelivery = { most: 100, looked: 1_000 } as const;
/** The interval of deliveries to one subscription. */
export const eventDeliveryEvery = 2 * second;
/** Posts to one channel of a chat, in which people read them: what happens meanwhile is one post. */
export const chatPostEvery = 12 * second;
/** Messages of routes in one channel of a chat; what follows within that time is one message. */
export const routePosts = { most: 5, within: duration.minute } as const;
/** Alerts that are recorded only which one event names. */
export const recordedNamed = 5;
/** Handoffs within this time are one post of who is on call. */
export const handoffsTogether = 15 * second;
/** Pause before a failed delivery is retried: doubled each time. */
export const eventRetry = { first: 15 * second, most: 1 * hour } as const;
/** A subscription whose deliveries have all failed for this long is switched off. */
export const eventFailures = 24 * hour;
export const eventDeliveriesShown = 20;
/** Concurrent calls to one webhook of steps. */
export const callsOfWebhookAtOnce = 2;
