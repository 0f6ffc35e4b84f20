import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { failedOutcome, outcomeOf, type ChannelOutcome } from '../channel.js';
import { signJson } from '../../deliveries/signed-json.js';

/** Statuses that mean “not now”: a retry can help. */
const isRetryable = (status: number): boolean => status >= 500 || status === 408 || status === 425 || status === 429;

const toOutcome = (status: number): ChannelOutcome => {
  if (status >= 200 && status < 300) return { ok: true, state: 'delivered', providerId: null };
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return failedOutcome('delivery.provider_rejected', `Answered ${status}${redirect}.`, isRetryable(status));
};

interface SignedPost {
  readonly address: string;
  readonly secret: string | null;
  readonly now: string;
  readonly version: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * POSTs JSON, signed if there is a secret, to an address that a person typed, so it must not lead into a private network. Never
 * rejects for a failure of the other side.
 */
export const postSigned = (
  http: Pick<OutgoingHttp, 'post'>,
  content: object,
  { address, deadlineMs, signal, ...signing }: SignedPost,
): Promise<ChannelOutcome> => {
  const request = signJson(content, signing);
  return outcomeOf(async () => toOutcome((await http.post(address, { ...request, deadlineMs, ...(signal ? { signal } : {}) })).status));
};
