import webPush from 'web-push';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { mailServerOf } from '../../core/mail-server.js';
import { retryAfter } from '../../deliveries/retry-after.js';
import { pushContact, pushKeysOf, subscriptionKeys, type PushKeys } from '../../secrets/push-keys.js';
import { createChannel, failedOutcome, outcomeOf, type Channel, type ChannelOutcome, type Preview } from '../channel.js';
import type { ChannelDependencies } from '../dependencies.js';
import { renderPush, type PushBody } from './render.js';

export interface PushDependencies {
  readonly http: Pick<OutgoingHttp, 'post'>;
  readonly keys: PushKeys;
  /** Contact for operators of push services: `mailto:` or `https:`. */
  readonly contact: () => string;
  readonly now: () => string;
  /** Called with each answer: whether the service refused this installation’s key for the device. */
  readonly onAnswer?: (contactMethodId: string, isRefused: boolean) => void;
}

const toOutcome = (answer: OutgoingAnswer, now: string): ChannelOutcome => {
  const { status } = answer;
  if (status >= 200 && status < 300) return { ok: true, state: 'sent', providerId: null };
  const detail = `Answered ${status}.`;
  if (status === 404 || status === 410) return failedOutcome('delivery.subscription_gone', detail, false);
  // RFC 8292, 4.2: a subscription is bound to the key that it was made with; only a new one helps
  if (status === 401 || status === 403) return failedOutcome('delivery.push_key_refused', detail, false);
  if (status === 413) return failedOutcome('delivery.too_large', detail, false);
  const after = retryAfter(answer, now);
  const retryOption = after === undefined ? {} : { retryAfter: after };
  if (status === 429) return { ...failedOutcome('delivery.throttled', detail, true), ...retryOption };
  return { ...failedOutcome('delivery.provider_rejected', detail, status >= 500 || status === 408), ...retryOption };
};

const requestOf = (
  { message, urgency, topic }: PushBody,
  endpoint: string,
  secret: string,
  { keys, contact }: Pick<PushDependencies, 'keys' | 'contact'>,
) => {
  const subscription = { endpoint, keys: subscriptionKeys.parse(JSON.parse(secret)) };
  const details = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
    TTL: contactLimits.pushTtl / 1_000,
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
    vapidDetails: { subject: contact(), ...keys },
  });
  return { headers: details.headers ?? {}, body: details.body, endpoint: details.endpoint };
};

const previewOf = ({ message }: PushBody): Preview => ({
  title: message.title,
  text: message.body,
  isJson: false,
  acts: message.kind === 'page' ? message.actions.map(({ title }) => title) : [],
});

/**
 * Web Push (RFC 8030), encrypted for the device (RFC 8291), through the service of the person’s browser. The address comes from the browser, so it is
 * not trusted: it must not be in a private network.
 */
export const createPushChannel = (dependencies: PushDependencies): Channel =>
  createChannel<PushBody>({
    kind: 'push',
    render: renderPush,
    preview: previewOf,
    send: async (message, { address, secret, contactMethodId }, call) => {
      if (secret === null) return failedOutcome('delivery.subscription_gone', 'Its keys are not in the vault.', false);
      const { headers, body, endpoint } = requestOf(message, address, secret, dependencies);
      const { http, now, onAnswer } = dependencies;
      return outcomeOf(async () => {
        const outcome = toOutcome(await http.post(endpoint, { headers, body, ...call }), now());
        onAnswer?.(contactMethodId, !outcome.ok && outcome.reason === 'delivery.push_key_refused');
        return outcome;
      });
    },
  });

export const pushChannel = ({ server, calls, address, push }: ChannelDependencies): Channel =>
  createPushChannel({
    http: calls.http,
    keys: pushKeysOf(server.vault),
    contact: () => pushContact(address.url(), mailServerOf(server)?.from ?? server.config.mailFrom),
    now: () => server.clock.now(),
    onAnswer: push.onAnswer,
  });
