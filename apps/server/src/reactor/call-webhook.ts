import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { isInChat } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { WebhookCallOutcome } from '@tocsin/domain/operation/alert-groups/paging/webhook-calls.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import { failedOutcome, type ChannelOutcome } from '../channels/channel.js';
import { postSigned } from '../channels/webhook/post-signed.js';
import { stepCard } from '../deliveries/channel-post.js';
import { postInChat } from '../channels/chat-receivers.js';
import { stepBody } from '../deliveries/step-webhook.js';
import { outcomeOf } from './channel-outcome.js';
import { receiverOf, type EventDeliveryDependencies } from './deliver-events.js';

/** The message about this opening of the group in the channel; null: none that can be named. */
const postOf = ({ posts = [], opening }: ExistingGroup, subscriptionId: string): string | null =>
  posts.find((one) => one.subscriptionId === subscriptionId && one.opening === opening)?.providerId ?? null;

const recordedOf = (outcome: ChannelOutcome): WebhookCallOutcome =>
  outcome.ok ? { ok: true, ...(outcome.providerId === null ? {} : { providerId: outcome.providerId }) } : outcome;

/** Calls the webhook of a step or a route, or posts in the channel of a chat, once this reactor has claimed the call. If the claiming reactor is gone, the call’s timer replaces it. */
export const callWebhook = async (
  dependencies: EventDeliveryDependencies,
  { data }: RecordedOf<'WebhookCallStarted'>,
): Promise<EffectOutcome | undefined> => {
  const { server, http, version, connections, address: ours } = dependencies;
  const { groupId, callId, subscriptionId, attempt, epoch } = data;
  if (epoch !== server.epoch) return undefined;
  const group = await server.runner.readState(alertGroupDecider, groupId);
  const call = group.status === 'none' ? undefined : group.calls.find((one) => one.callId === callId);
  if (group.status === 'none' || call?.state !== 'calling' || call.attempt !== attempt) return undefined;
  const receiver = receiverOf(server, subscriptionId);
  const post = async () => {
    const { kind, address, secret } = receiver!;
    if (isInChat(kind)) {
      const below = postOf(group, subscriptionId);
      const message = { card: await stepCard(dependencies, group, call, below !== null), below };
      return postInChat(kind, { server, calls: { http }, connections, address: ours }, address, message, {
        deadlineMs: alertGroupLimits.sendDeadline,
      });
    }
    const headers = { 'Idempotency-Key': call.knownAs ?? callId };
    const sending = { address, secret, headers, now: server.clock.now(), version, deadlineMs: alertGroupLimits.sendDeadline };
    return postSigned(http, await stepBody(dependencies, group, call), sending);
  };
  const outcome = receiver ? await outcomeOf(post, server, receiver) : failedOutcome('delivery.webhook_removed', '', false);
  return {
    kind: 'done',
    record: { type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome: recordedOf(outcome) } },
  };
};
