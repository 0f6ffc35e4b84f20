import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { callWebhook } from './call-webhook.js';
import { deliverEvents, type EventDeliveryDependencies } from './deliver-events.js';
import type { EventEffects } from '../core/event-effect-table.js';

/** If the claiming reactor is gone, the delivery’s timer replaces it. */
const deliver = async (
  dependencies: EventDeliveryDependencies,
  { data }: RecordedOf<'EventDeliveryStarted'>,
): Promise<EffectOutcome | undefined> => {
  if (data.epoch !== dependencies.server.epoch) return undefined;
  const { subscriptionId, deliveryId, attempt } = data;
  const outcome = await deliverEvents(dependencies, data);
  return { kind: 'done', record: { type: 'RecordEventDelivery', data: { subscriptionId, deliveryId, attempt, outcome } } };
};

/** The external effects for subscriptions. */
export const createEventEffects = (dependencies: EventDeliveryDependencies): EventEffects => ({
  EventDeliveryStarted: (event) => deliver(dependencies, event),
  WebhookCallStarted: (event) => callWebhook(dependencies, event),
});
