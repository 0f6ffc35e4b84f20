import { createHmac, timingSafeEqual } from 'node:crypto';

const computeDigest = (secret: string, seconds: string, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** The header `Tocsin-Signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. `now` is an instant. */
export const signBody = (secret: string, body: string, now: string): string => {
  const seconds = String(Math.floor(Date.parse(now) / 1_000));
  return `t=${seconds},v1=${computeDigest(secret, seconds, body)}`;
};

/**
 * The check that a receiver makes: false when the header is missing or malformed, the body was changed, another secret was used, or the signature is
 * further than `toleranceSeconds` from `now` (an instant). `body` is the received text, before any parsing.
 */
export const verifySignature = (secret: string, header: string | undefined, body: string, now: string, toleranceSeconds = 300): boolean => {
  const [, seconds, givenDigest] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (seconds === undefined || givenDigest === undefined) return false;
  if (Math.abs(Date.parse(now) / 1_000 - Number(seconds)) > toleranceSeconds) return false;
  return timingSafeEqual(Buffer.from(givenDigest), Buffer.from(computeDigest(secret, seconds, body)));
};
