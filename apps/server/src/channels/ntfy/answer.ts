import { duration } from '@tocsin/contracts/duration.js';
import type { OutgoingAnswer } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import { retryAfter } from '../../deliveries/retry-after.js';
import { failedOutcome, type ChannelOutcome } from '../channel.js';

const answerOf = z.object({ id: z.string().optional(), sequence_id: z.string().optional(), code: z.number().optional() });
export type NtfyAnswer = z.infer<typeof answerOf>;

/** The answer’s JSON; empty for anything else, such as a page of a proxy. */
export const parseAnswer = ({ body }: OutgoingAnswer): NtfyAnswer => {
  try {
    return answerOf.catch({}).parse(JSON.parse(body));
  } catch {
    return {};
  }
};

const accessRefused = (detail: string): ChannelOutcome => failedOutcome('delivery.access_refused', detail, false);
const later = (outcome: ChannelOutcome, after: number | undefined): ChannelOutcome =>
  outcome.ok || after === undefined ? outcome : { ...outcome, retryAfter: after };
const throttled = (detail: string, after: number): ChannelOutcome => later(failedOutcome('delivery.throttled', detail, true), after);

/** What its own error codes mean, where the status says less. */
const byCode: Readonly<Record<number, (detail: string, after: number | undefined) => ChannelOutcome>> = {
  40_014: (detail) => failedOutcome('delivery.too_large', detail, false),
  40_101: accessRefused,
  40_301: accessRefused,
  // 60 requests at once, then one in 5 s, for all that this server sends there
  42_901: (detail, after) =>
    throttled(`${detail} The ntfy server limits requests from this server’s address.`, after ?? 5 * duration.second),
  42_908: (detail) => failedOutcome('delivery.throttled', `${detail} The daily limit of the ntfy server is used up.`, false),
  // wrong tokens from this server’s address: even right ones are refused for a while
  42_909: (detail, after) => throttled(`${detail} Too many wrong access tokens from this server’s address.`, after ?? duration.minute),
};

const byStatus = (status: number, detail: string, after: number | undefined): ChannelOutcome => {
  if (status === 401) return accessRefused(detail);
  if (status === 413) return failedOutcome('delivery.too_large', detail, false);
  if (status === 429) return throttled(detail, after ?? 5 * duration.second);
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  const isRetryable = status >= 500 || status === 408 || status === 425;
  return later(failedOutcome('delivery.provider_rejected', `${detail}${redirect}`, isRetryable), after);
};

/** What a server’s answer means. A 2xx without a message’s id is not from ntfy: nobody was notified. */
export const toOutcome = (answer: OutgoingAnswer, now: string): ChannelOutcome => {
  const { status } = answer;
  const { id, code } = parseAnswer(answer);
  if (status >= 200 && status < 300) {
    if (id !== undefined) return { ok: true, state: 'sent', providerId: id };
    return failedOutcome('delivery.provider_rejected', `Answered ${status}, but not as an ntfy server does.`, false);
  }
  const detail = code === undefined ? `Answered ${status}.` : `Answered ${status} (code ${code}).`;
  const after = retryAfter(answer, now);
  const ofCode = code === undefined ? undefined : byCode[code];
  return ofCode ? ofCode(detail, after) : byStatus(status, detail, after);
};
