import { signBody } from '@tocsin/platform/http/webhook-signature.js';

/** The request body for a webhook: JSON, signed if there is a secret. `now` is an instant. */
export const signJson = (
  content: object,
  { secret, now, version, headers }: { secret: string | null; now: string; version: string; headers?: Readonly<Record<string, string>> },
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } => {
  const body = JSON.stringify(content);
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': `Tocsin/${version}`,
      ...(secret === null ? {} : { 'Tocsin-Signature': signBody(secret, body, now) }),
      ...headers,
    },
  };
};
