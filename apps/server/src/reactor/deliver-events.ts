import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { WebhookEvents } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import type { EventDeliveryOutcome } from '@tocsin/domain/operation/event-subscriptions/commands.js';
import { groupEventsAt } from '@tocsin/domain/operation/event-subscriptions/group-events.view.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { isInChat, type ReceiverKind } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { eventsCard } from '../deliveries/channel-post.js';
import { postInChat, type PostDependencies } from '../channels/chat-receivers.js';
import { postEvents, type EventReceiver } from '../deliveries/event-webhook.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';
import { renderEvents } from './rendered-events.js';

export interface EventDeliveryDependencies {
  readonly server: ReactorServerParts;
  readonly http: Pick<OutgoingHttp, 'post'>;
  readonly address: DisplayedAddress;
  readonly connections: PostDependencies['connections'];
  readonly version: string;
}
type EventDeliveryStart = RecordedOf<'EventDeliveryStarted'>['data'];

interface Receiver extends EventReceiver {
  readonly kind: ReceiverKind;
}

/** Kind, address and secret of a subscription; null when the subscription or its address is gone. */
export const receiverOf = ({ reads, vault }: ReactorServerParts, subscriptionId: string): Receiver | null => {
  const state = reads.eventQueues.get(subscriptionId)?.state;
  const address = state && vault.secret(state.addressRef);
  const secret = state && vault.secret(state.secretRef);
  return address && secret ? { kind: state.receiver ?? 'webhook', address, secret } : null;
};

const contentOf = async ({ server, address }: EventDeliveryDependencies, delivery: EventDeliveryStart): Promise<WebhookEvents> => {
  const { deliveryId: id, subscriptionId, ordinals } = delivery;
  const events = groupEventsAt(server.reads.groupEvents, delivery);
  const rendered = await renderEvents(server, events, address.url());
  return { type: 'events', id, subscriptionId, ...rendered, ...(ordinals.length === 0 ? { test: true as const } : {}) };
};

/** Removes the address from a receiver’s text: receivers may quote it, and it may contain a secret. */
const withoutAddress = (outcome: EventDeliveryOutcome, { address }: EventReceiver): EventDeliveryOutcome =>
  outcome.ok ? outcome : { ...outcome, detail: outcome.detail.replaceAll(address, '(the address)') };

const deliver = async (
  { server, http, connections, address, version }: EventDeliveryDependencies,
  content: WebhookEvents,
  receiver: Receiver,
): Promise<EventDeliveryOutcome> => {
  const { kind } = receiver;
  if (!isInChat(kind)) return postEvents(http, content, receiver, { now: server.clock.now(), version });
  const message = { card: eventsCard(content, address.url()), below: null };
  const call = { deadlineMs: alertGroupLimits.sendDeadline };
  return postInChat(kind, { server, calls: { http }, connections, address }, receiver.address, message, call);
};

/**
 * Calls the receiver for a delivery that this reactor has claimed. A bug is an outcome too, because a delivery without one would be
 * repeated forever.
 */
export const deliverEvents = async (
  dependencies: EventDeliveryDependencies,
  delivery: EventDeliveryStart,
): Promise<EventDeliveryOutcome> => {
  const { server } = dependencies;
  const receiver = receiverOf(server, delivery.subscriptionId);
  if (server.held) return { ok: false, reason: 'delivery.held', detail: '' };
  if (!receiver) return { ok: false, reason: 'delivery.method_disabled', detail: '' };
  try {
    const content = await contentOf(dependencies, delivery);
    return withoutAddress(await deliver(dependencies, content, receiver), receiver);
  } catch (error) {
    server.troubles.note('event delivery', error);
    return { ok: false, reason: 'delivery.provider_unreachable', detail: 'The call failed.' };
  }
};
