import { signBody } from '@tocsin/platform/http/webhook-signature.js';
import { signStandardWebhook } from '@tocsin/platform/signatures/standard-webhooks.js';

/** The signing secret as libraries of Standard Webhooks take it (https://www.standardwebhooks.com): the same key. */
export const standardSecret = (secret: string): string => `whsec_${Buffer.from(secret).toString('base64')}`;

/** Beside our own header: many receivers have a library that checks these. `id` is the same on every retry. */
const standardHeaders = (secret: string, body: string, now: string, id: string): Readonly<Record<string, string>> => {
  const webhook = { id, timestamp: String(Math.floor(Date.parse(now) / 1_000)), body };
  return {
    'webhook-id': id,
    'webhook-timestamp': webhook.timestamp,
    'webhook-signature': signStandardWebhook(standardSecret(secret), webhook),
  };
};

/** The request body for a webhook: JSON, signed if there is a secret. `now` is an instant. */
export const signJson = (
  content: object,
  { secret, now, version, headers }: { secret: string | null; now: string; version: string; headers?: Readonly<Record<string, string>> },
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } => {
  const body = JSON.stringify(content);
  const id = headers?.['Idempotency-Key'];
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': `Tocsin/${version}`,
      ...(secret === null ? {} : { 'Tocsin-Signature': signBody(secret, body, now) }),
      ...(secret === null || id === undefined ? {} : standardHeaders(secret, body, now, id)),
      ...headers,
    },
  };
};
