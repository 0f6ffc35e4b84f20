import webPush from 'web-push';
import { limits } from '@tocsin/contracts/limits.js';
import type { PushMessage } from '@tocsin/contracts/push.js';
import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import {
  Channel,
  failed,
  outcomeOf,
  type Method,
  type Outcome,
  type PageMessage,
  type PageOver,
  type Preview,
  type BundleMessage,
} from './channel.js';
import { retryAfter } from './retry-after.js';
import { subscriptionKeys, type PushKeys } from '../secrets/push-keys.js';
import { bundlePush, bundleTag, overPush, pagePush } from './push-wording.js';

export interface PushParts {
  readonly http: OutgoingHttp;
  readonly keys: PushKeys;
  /** Contact for operators of push services: `mailto:` or `https:`. */
  readonly contact: () => string;
  readonly now: () => string;
}

const judged = (answer: OutgoingAnswer, now: string): Outcome => {
  const { status } = answer;
  if (status >= 200 && status < 300) return { ok: true, state: 'sent', providerId: null };
  const detail = `Answered ${status}.`;
  if (status === 404 || status === 410) return failed('delivery.subscription_gone', detail, false);
  if (status === 413) return failed('delivery.too_large', detail, false);
  const after = retryAfter(answer, now);
  const waiting = after === undefined ? {} : { retryAfter: after };
  if (status === 429) return { ...failed('delivery.throttled', detail, true), ...waiting };
  return { ...failed('delivery.provider_rejected', detail, status >= 500 || status === 408), ...waiting };
};

/** One topic for each tag: a newer message replaces one that the push service has not delivered. At most 32 characters of base64url. */
const topicOf = (tag: string): string => tag.replaceAll('-', '').slice(0, 32);

/**
 * Web Push (RFC 8030), encrypted for the device (RFC 8291), through the service of the person’s browser. The address comes from the browser, so it is
 * not trusted: it must not be in a private network.
 */
export class PushChannel extends Channel {
  readonly kind = 'push';
  constructor(private readonly parts: PushParts) {
    super();
  }

  async deliver(message: PageMessage, method: Method, deadlineMs: number, signal?: AbortSignal): Promise<Outcome> {
    const urgency = message.quiet ? 'low' : message.urgency === 'high' ? 'high' : 'normal';
    return this.post(pagePush(message), message.groupId, urgency, method, deadlineMs, signal);
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
  async deliverBundle(message: BundleMessage, method: Method, deadlineMs: number, signal?: AbortSignal): Promise<Outcome> {
    const urgency = message.quiet ? 'low' : message.urgency === 'high' ? 'high' : 'normal';
    return this.post(bundlePush(message), bundleTag(message), urgency, method, deadlineMs, signal);
  }

  /** Silently replaces a page that has ended. */
  override async withdraw(over: PageOver, method: Method, deadlineMs: number): Promise<Outcome> {
    return this.post(overPush(over), over.tag ?? over.groupId, 'high', method, deadlineMs);
  }

  private async post(
    message: PushMessage,
    groupId: string,
    urgency: webPush.Urgency,
    method: Method,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    if (method.secret === null) return failed('delivery.subscription_gone', 'Its keys are not in the vault.', false);
    const { headers, body, endpoint } = this.request(message, groupId, urgency, method.address, method.secret);
    return outcomeOf(async () =>
      judged(await this.parts.http.post(endpoint, { headers, body, deadlineMs, ...(signal ? { signal } : {}) }), this.parts.now()),
    );
  }

  private request(message: PushMessage, groupId: string, urgency: webPush.Urgency, endpoint: string, secret: string) {
    const { keys, contact } = this.parts;
    const subscription = { endpoint, keys: subscriptionKeys.parse(JSON.parse(secret)) };
    const details = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      TTL: limits.pushTtl / 1_000,
      urgency,
      topic: topicOf(groupId),
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: contact(), ...keys },
    });
    return { headers: details.headers ?? {}, body: details.body, endpoint: details.endpoint };
  }
}
