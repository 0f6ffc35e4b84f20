import { duration } from '@tocsin/contracts/duration.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import type { Account } from './accounts.js';
import { byStatus, parseJson, refusalOf, verdicts, type Refusal, type Verdict } from './verdicts.js';

/** One call’s limits. */
interface Limits {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}
type Params = Readonly<Record<string, string>>;

const agent = { 'User-Agent': `Tocsin/${version}` };

/** Posts to Pushover (https://pushover.net/api). There is no idempotency key: the same message twice is two. */
export const postToPushover = (
  http: Pick<OutgoingHttp, 'post'>,
  { fields: { baseUrl }, secrets: { apiToken = '' } }: Account,
  path: string,
  params: Params,
  limits: Limits,
): Promise<OutgoingAnswer> =>
  http.post(`${baseUrl}/1/${path}.json`, {
    headers: { ...agent, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: apiToken, ...params }).toString(),
    ...limits,
  });

/** Whether an emergency was confirmed. The address holds the token, so it is never told to anybody. */
export const readReceipt = (
  http: Pick<OutgoingHttp, 'get'>,
  { fields: { baseUrl }, secrets: { apiToken = '' } }: Account,
  receipt: string,
  limits: Limits,
): Promise<OutgoingAnswer> =>
  http.get(`${baseUrl}/1/receipts/${encodeURIComponent(receipt)}.json?${new URLSearchParams({ token: apiToken }).toString()}`, {
    headers: agent,
    body: '',
    ...limits,
  });

/** A refusal names the wrong field; its texts are repeated nowhere, as they may hold what was sent. */
const envelope = z.object({ status: z.number(), token: z.literal('invalid').optional(), user: z.literal('invalid').optional() });

const afterFailure = 5 * duration.second;

const verdictOf = (status: number, body: z.infer<typeof envelope> | undefined): Verdict => {
  if (status === 429) return ['delivery.throttled', false, 'works'];
  if (!body || status >= 500) return byStatus(status);
  if (body.token) return verdicts.account;
  return body.user ? verdicts.gone : verdicts.never;
};

const says = (status: number, body: z.infer<typeof envelope> | undefined): string => {
  if (status === 429) return 'Answered 429: the monthly messages of the application are used up.';
  if (!body) return `Answered ${status}, but not as Pushover does.`;
  const field = body.token ? ' the application’s token is invalid.' : body.user ? ' the user key is invalid.' : '';
  return `Pushover answered ${status}${field ? `:${field}` : '.'}`;
};

export type PushoverAnswer<T> = { readonly ok: true; readonly value: T } | Refusal;

export const readPushover = <T extends z.ZodType>(answer: OutgoingAnswer, schema: T): PushoverAnswer<z.infer<T>> => {
  const json = parseJson(answer.body);
  const body = envelope.safeParse(json).data;
  const value = body?.status === 1 && answer.status === 200 ? schema.safeParse(json) : undefined;
  if (value?.success) return { ok: true, value: value.data };
  const wait = answer.status >= 500 ? afterFailure : undefined;
  return refusalOf(verdictOf(answer.status, body), says(answer.status, body), wait);
};
