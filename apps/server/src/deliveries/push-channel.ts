import webPush from 'web-push';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { PushMessage } from '@tocsin/contracts/contacts/push.js';
import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import {
  Channel,
  failedOutcome,
  outcomeOf,
  type ContactMethodAddress,
  type ChannelOutcome,
  type PageMessage,
  type PageEnd,
  type Preview,
  type BundleMessage,
  type RingUpdate,
} from './channel.js';
import { retryAfter } from './retry-after.js';
import { subscriptionKeys, type PushKeys } from '../secrets/push-keys.js';
import { topicOf, updateTopicOf } from './push-tags.js';
import { bundlePush, endPush, pagePush, updatePush } from './push-wording.js';

export interface PushDependencies {
  readonly http: OutgoingHttp;
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

/**
 * Web Push (RFC 8030), encrypted for the device (RFC 8291), through the service of the person’s browser. The address comes from the browser, so it is
 * not trusted: it must not be in a private network.
 */
export class PushChannel extends Channel {
  readonly kind = 'push';
  constructor(private readonly dependencies: PushDependencies) {
    super();
  }

  async deliver(message: PageMessage, method: ContactMethodAddress, deadlineMs: number, signal?: AbortSignal): Promise<ChannelOutcome> {
    const urgency = message.quiet ? 'low' : message.urgency === 'high' ? 'high' : 'normal';
    return this.post(pagePush(message), urgency, method, deadlineMs, signal);
  }

  preview(message: PageMessage): Preview {
    const { title, body, actions } = pagePush(message);
    return { title, text: body, isJson: false, acts: actions.map((action) => action.title) };
  }

  previewBundle(message: BundleMessage): Preview {
    const { title, body, actions } = bundlePush(message);
    return { title, text: body, isJson: false, acts: actions.map((action) => action.title) };
  }

  /** Replaces the person’s last bundle. */
  async deliverBundle(
    message: BundleMessage,
    method: ContactMethodAddress,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<ChannelOutcome> {
    const urgency = message.quiet ? 'low' : message.urgency === 'high' ? 'high' : 'normal';
    return this.post(bundlePush(message), urgency, method, deadlineMs, signal);
  }

  /** Silently replaces a page that has ended. */
  override async withdraw(end: PageEnd, method: ContactMethodAddress, deadlineMs: number): Promise<ChannelOutcome> {
    return this.post(endPush(end), 'high', method, deadlineMs);
  }

  /**
   * Has the tag of what it updates and a topic of its own: the push service must not drop the message that rings for it. It is outdated when what waits is
   * sent.
   */
  override async update(update: RingUpdate, method: ContactMethodAddress, deadlineMs: number): Promise<ChannelOutcome> {
    const message = updatePush(update);
    return this.post(message, 'normal', method, deadlineMs, undefined, updateTopicOf(message.tag));
  }

  private async post(
    message: PushMessage,
    urgency: webPush.Urgency,
    method: ContactMethodAddress,
    deadlineMs: number,
    signal?: AbortSignal,
    topic = topicOf(message.tag),
  ): Promise<ChannelOutcome> {
    if (method.secret === null) return failedOutcome('delivery.subscription_gone', 'Its keys are not in the vault.', false);
    const { headers, body, endpoint } = this.request(message, urgency, topic, method.address, method.secret);
    const { http, now, onAnswer } = this.dependencies;
    return outcomeOf(async () => {
      const answer = await http.post(endpoint, { headers, body, deadlineMs, ...(signal ? { signal } : {}) });
      const outcome = toOutcome(answer, now());
      onAnswer?.(method.contactMethodId, !outcome.ok && outcome.reason === 'delivery.push_key_refused');
      return outcome;
    });
  }

  private request(message: PushMessage, urgency: webPush.Urgency, topic: string, endpoint: string, secret: string) {
    const { keys, contact } = this.dependencies;
    const subscription = { endpoint, keys: subscriptionKeys.parse(JSON.parse(secret)) };
    const details = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      TTL: contactLimits.pushTtl / 1_000,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: contact(), ...keys },
    });
    return { headers: details.headers ?? {}, body: details.body, endpoint: details.endpoint };
  }
}
