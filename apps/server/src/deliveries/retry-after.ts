import { toMillis } from '@tocsin/kernel/time.js';
import type { OutgoingAnswer } from '@tocsin/platform/http/outgoing.js';

/** Milliseconds from a number of seconds or a date (RFC 9110, 10.2.3). Undefined for an unreadable value or a past instant. */
export const retryAfter = ({ headers }: OutgoingAnswer, now: string): number | undefined => {
  const header = String(headers['retry-after'] ?? '');
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000;
  const wait = header.endsWith('GMT') ? Date.parse(header) - toMillis(now) : Number.NaN;
  return wait > 0 ? wait : undefined;
};
