import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { z } from 'zod';
import type { AccountVerdict } from '../core/breaker.js';
import { retryAfter } from '../deliveries/retry-after.js';
import type { Account } from './accounts.js';

/** One call’s limits. */
interface Limits {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

type Params = Readonly<Record<string, string>>;

/** Calls a method of Slack’s Web API (https://docs.slack.dev/apis/web-api). There is no idempotency key: the same message twice is two. */
export const callSlack = (
  http: Pick<OutgoingHttp, 'post'>,
  { fields: { baseUrl }, secrets }: Account,
  method: string,
  params: Params,
  limits: Limits,
  token: 'botToken' | 'appToken' = 'botToken',
): Promise<OutgoingAnswer> =>
  http.post(`${baseUrl}/${method}`, {
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
      'User-Agent': `Tocsin/${version}`,
      Authorization: `Bearer ${secrets[token]}`,
    },
    body: new URLSearchParams(params).toString(),
    ...limits,
  });

const envelope = z.object({ ok: z.boolean(), error: z.string().optional(), needed: z.string().optional() });

type Verdict = readonly [reason: DeliveryReason, retry: boolean, of: AccountVerdict];
const account: Verdict = ['delivery.connection_refused', false, 'refused'];
const setting: Verdict = ['delivery.connection_refused', false, 'works'];
const channel: Verdict = ['delivery.not_in_channel', false, 'works'];
const gone: Verdict = ['delivery.account_gone', false, 'works'];
const never: Verdict = ['delivery.provider_rejected', false, 'works'];
const busy: Verdict = ['delivery.throttled', true, 'nothing'];
const later: Verdict = ['delivery.provider_rejected', true, 'fails'];

/** What errors mean (https://docs.slack.dev/reference/methods/chat.postMessage#errors). Others are refusals of one message. */
const byError: Readonly<Record<string, Verdict>> = {
  invalid_auth: account,
  not_authed: account,
  account_inactive: account,
  token_revoked: account,
  token_expired: account,
  missing_scope: setting,
  not_allowed_token_type: setting,
  channel_not_found: channel,
  not_in_channel: channel,
  is_archived: channel,
  user_not_found: gone,
  user_disabled: gone,
  ratelimited: busy,
  rate_limited: busy,
  message_limit_exceeded: busy,
  internal_error: later,
  fatal_error: later,
  service_unavailable: later,
};

const byStatus = (status: number): Verdict => {
  if (status === 429) return busy;
  if (status >= 500 || status === 408) return later;
  return status === 401 || status === 403 ? account : ['delivery.provider_rejected', false, 'nothing'];
};

export type SlackAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** Slack’s code; empty: it is no answer of Slack. */
      readonly error: string;
      readonly reason: DeliveryReason;
      readonly detail: string;
      readonly retry: boolean;
      readonly verdict: AccountVerdict;
      readonly retryAfter?: number;
    };

const json = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

const codeOf = (text: string | undefined): string => (text !== undefined && /^[a-z_:.,]{1,100}$/.test(text) ? text : '');

/** What an answer means: an error comes with status 200, too. Details have Slack’s codes alone. */
export const readSlack = <T extends z.ZodType>(answer: OutgoingAnswer, schema: T, now: string): SlackAnswer<z.infer<T>> => {
  const body = json(answer.body);
  const { data } = envelope.safeParse(body);
  const value = data?.ok ? schema.safeParse(body) : undefined;
  if (value?.success) return { ok: true, value: value.data };
  return refusalOf(answer, codeOf(data?.error), codeOf(data?.needed), now);
};

const refusalOf = (answer: OutgoingAnswer, error: string, needed: string, now: string): Extract<SlackAnswer<never>, { ok: false }> => {
  const isAnswered = answer.status === 200 && error !== '';
  const [reason, retry, verdict] = byError[error] ?? (isAnswered ? never : byStatus(answer.status));
  const after = retryAfter(answer, now) ?? (reason === 'delivery.throttled' ? 5 * duration.second : undefined);
  const says =
    error === '' ? `Answered ${answer.status}, but not as Slack does.` : `Slack answered ${error}${needed && `: it needs ${needed}`}.`;
  return { ok: false, error, reason, detail: says, retry, verdict, ...(after === undefined ? {} : { retryAfter: after }) };
};
