import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { z } from 'zod';
import { retryAfter } from '../deliveries/retry-after.js';
import type { Account } from './accounts.js';
import { byStatus, parseJson, refusalOf, verdicts, type Refusal, type Verdict } from './verdicts.js';

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

/** What errors mean (https://docs.slack.dev/reference/methods/chat.postMessage#errors). Others are refusals of one message. */
const byError: Readonly<Record<string, Verdict>> = {
  invalid_auth: verdicts.account,
  not_authed: verdicts.account,
  account_inactive: verdicts.account,
  token_revoked: verdicts.account,
  token_expired: verdicts.account,
  missing_scope: verdicts.setting,
  not_allowed_token_type: verdicts.setting,
  channel_not_found: verdicts.channel,
  not_in_channel: verdicts.channel,
  is_archived: verdicts.channel,
  user_not_found: verdicts.gone,
  user_disabled: verdicts.gone,
  ratelimited: verdicts.busy,
  rate_limited: verdicts.busy,
  message_limit_exceeded: verdicts.busy,
  internal_error: verdicts.later,
  fatal_error: verdicts.later,
  service_unavailable: verdicts.later,
};

/** `error`: Slack’s code; empty: it is no answer of Slack. */
export type SlackAnswer<T> = { readonly ok: true; readonly value: T } | (Refusal & { readonly error: string });

const codeOf = (text: string | undefined): string => (text !== undefined && /^[a-z_:.,]{1,100}$/.test(text) ? text : '');

/** What an answer means: an error comes with status 200, too. Details have Slack’s codes alone. */
export const readSlack = <T extends z.ZodType>(answer: OutgoingAnswer, schema: T, now: string): SlackAnswer<z.infer<T>> => {
  const body = parseJson(answer.body);
  const { data } = envelope.safeParse(body);
  const value = data?.ok ? schema.safeParse(body) : undefined;
  if (value?.success) return { ok: true, value: value.data };
  return refusalOfSlack(answer, codeOf(data?.error), codeOf(data?.needed), now);
};

const refusalOfSlack = (answer: OutgoingAnswer, error: string, needed: string, now: string): Refusal & { readonly error: string } => {
  const isAnswered = answer.status === 200 && error !== '';
  const says =
    error === '' ? `Answered ${answer.status}, but not as Slack does.` : `Slack answered ${error}${needed && `: it needs ${needed}`}.`;
  const verdict = byError[error] ?? (isAnswered ? verdicts.never : byStatus(answer.status));
  return { error, ...refusalOf(verdict, says, retryAfter(answer, now)) };
};
