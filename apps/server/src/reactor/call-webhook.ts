import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { failedOutcome } from '../channels/channel.js';
import { postSigned } from '../channels/webhook/post-signed.js';
import { stepBody } from '../deliveries/step-webhook.js';
import { outcomeOf } from './channel-outcome.js';
import { receiverOf, type EventDeliveryDependencies } from './deliver-events.js';

/** Calls the webhook of a step, once this reactor has claimed the call. If the claiming reactor is gone, the call’s timer replaces it. */
export const callWebhook = async (
  dependencies: EventDeliveryDependencies,
  { data }: RecordedOf<'WebhookCallStarted'>,
): Promise<EffectOutcome | undefined> => {
  const { server, http, version } = dependencies;
  const { groupId, callId, subscriptionId, attempt, epoch } = data;
  if (epoch !== server.epoch) return undefined;
  const group = await server.runner.readState(alertGroupDecider, groupId);
  const call = group.status === 'none' ? undefined : group.calls.find((one) => one.callId === callId);
  if (group.status === 'none' || call?.state !== 'calling' || call.attempt !== attempt) return undefined;
  const receiver = receiverOf(server, subscriptionId);
  const post = async () => {
    const { address, secret } = receiver!;
    const headers = { 'Idempotency-Key': call.knownAs ?? callId };
    const sending = { address, secret, headers, now: server.clock.now(), version, deadlineMs: alertGroupLimits.sendDeadline };
    return postSigned(http, await stepBody(dependencies, group, call), sending);
  };
  const outcome = receiver ? await outcomeOf(post, server, receiver.address) : failedOutcome('delivery.webhook_removed', '', false);
  return {
    kind: 'done',
    record: { type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome: outcome.ok ? { ok: true } : outcome } },
  };
};
