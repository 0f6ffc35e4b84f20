import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether Tocsin sent this request: its header `Tocsin-Signature`, and its body as text, as it arrived. */
export function isFromTocsin(secret, signature, body, now = Date.now()) {
  const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (!given || Math.abs(now / 1000 - Number(seconds)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
