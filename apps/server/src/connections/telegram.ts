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
  readonly maxBytes?: number;
}

/** Calls a method of the Bot API (https://core.telegram.org/bots/api). The address holds the token, so it is never told to anybody. */
export const callTelegram = (
  http: Pick<OutgoingHttp, 'post'>,
  { fields: { baseUrl }, secrets: { botToken } }: Account,
  method: string,
  params: object,
  limits: Limits,
): Promise<OutgoingAnswer> =>
  http.post(`${baseUrl}/bot${botToken}/${method}`, {
    headers: { 'Content-Type': 'application/json', 'User-Agent': `Tocsin/${version}` },
    body: JSON.stringify(params),
    ...limits,
  });

const envelope = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).optional(),
});

/** Texts of errors that mean something of their own. Only these are repeated in details: another one may hold a title or a token. */
const known: readonly (readonly [text: string, status: number, verdict: Verdict])[] = [
  ['bot was blocked by the user', 403, verdicts.gone],
  ['user is deactivated', 403, verdicts.gone],
  ["bot can't initiate conversation with a user", 403, verdicts.gone],
  ['bot was kicked', 403, verdicts.channel],
  ['bot is not a member', 403, verdicts.channel],
  ['not enough rights', 400, verdicts.channel],
  ['group chat was upgraded', 400, verdicts.channel],
  ['chat not found', 400, verdicts.gone],
  ['message is not modified', 400, verdicts.never],
  ['message to edit not found', 400, verdicts.never],
  ['message to delete not found', 400, verdicts.never],
  ["message can't be deleted", 400, verdicts.never],
  ["can't parse entities", 400, verdicts.never],
  ['query is too old', 400, verdicts.never],
  ['terminated by other getUpdates request', 409, verdicts.never],
  ["can't use getUpdates method while webhook is active", 409, verdicts.never],
];

/** `text`: the known part of Telegram’s error; empty: it is another one. */
export type TelegramAnswer<T> = { readonly ok: true; readonly value: T } | (Refusal & { readonly text: string; readonly status: number });

/** The path has the token: an unknown path is a token that nobody gave. */
const ofTelegram: Readonly<Record<number, Verdict>> = {
  400: verdicts.never,
  403: verdicts.gone,
  404: verdicts.account,
  409: verdicts.never,
};

export const readTelegram = <T extends z.ZodType>(answer: OutgoingAnswer, schema: T): TelegramAnswer<z.infer<T>> => {
  const body = parseJson(answer.body);
  const { data } = envelope.safeParse(body);
  const value = data?.ok ? schema.safeParse(data.result) : undefined;
  if (value?.success) return { ok: true, value: value.data };
  return refusalOfTelegram(answer.status, data?.ok === false ? data : null);
};

/** `data`: null if it is no answer of Telegram. */
const refusalOfTelegram = (status: number, data: z.infer<typeof envelope> | null): Extract<TelegramAnswer<never>, { ok: false }> => {
  const [text = '', , ofText] = known.find(([part, of]) => of === status && data?.description.includes(part) === true) ?? [];
  const seconds = data?.parameters?.retry_after;
  const says = data ? `Telegram answered ${status}${text && `: ${text}`}.` : `Answered ${status}, but not as Telegram does.`;
  const after = seconds === undefined ? undefined : Math.min(seconds * duration.second, duration.hour);
  return { text, status, ...refusalOf(ofText ?? (data ? ofTelegram[status] : undefined) ?? byStatus(status), says, after) };
};
