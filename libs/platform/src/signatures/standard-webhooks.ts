import { createHmac } from 'node:crypto';
import { isFresh } from './fresh.js';
import { isSameText } from './same-bytes.js';

export interface StandardWebhook {
  /** `webhook-id`: the same on every retry; without a full stop. */
  readonly id: string;
  /** `webhook-timestamp`: seconds since 1970. */
  readonly timestamp: string;
  readonly body: string;
}

/** `webhook-signature` for one secret: `whsec_` and base64 of the key, or base64 alone. Source: Standard Webhooks 1.0. */
export const signStandardWebhook = (secret: string, { id, timestamp, body }: StandardWebhook): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
};

/** Whether one of the signatures in the header is that of this secret, within five minutes of `now`, in seconds since 1970. */
export const isSignedStandardWebhook = (secret: string, webhook: StandardWebhook, signatures: string, now: number): boolean => {
  const expected = signStandardWebhook(secret, webhook);
  return isFresh(webhook.timestamp, now) && signatures.split(' ').some((signature) => isSameText(signature, expected));
};
