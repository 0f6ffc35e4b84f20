import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { callWebhook } from './call-webhook.js';
import { deliverEvents, type DeliverEventsParts } from './deliver-events.js';
import type { EventEffects } from '../core/event-effect-table.js';
import type { MailParts } from './mail-people.js';
import { tellOfDisabled } from './tell-of-disabled.js';

/** If the claiming reactor is gone, the delivery’s timer replaces it. */
const deliver = async (parts: DeliverEventsParts, { data }: RecordedOf<'EventDeliveryStarted'>): Promise<EffectOutcome | undefined> => {
  if (data.epoch !== parts.server.epoch) return undefined;
  const { subscriptionId, deliveryId, attempt } = data;
  const outcome = await deliverEvents(parts, data);
  return { kind: 'done', record: { type: 'RecordEventDelivery', data: { subscriptionId, deliveryId, attempt, outcome } } };
};

/** The external effects for subscriptions. */
export const eventEffects = (parts: DeliverEventsParts & MailParts): EventEffects => ({
  EventDeliveryStarted: (event) => deliver(parts, event),
  WebhookCallStarted: (event) => callWebhook(parts, event),
  EventSubscriptionDisabled: (event) => tellOfDisabled(parts, event),
});
