import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { OutgoingAnswer } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import { retryAfter } from '../deliveries/retry-after.js';
import type { AccountVerdict } from '../core/breaker.js';

interface Failure {
  readonly ok: false;
  readonly reason: DeliveryReason;
  readonly detail: string;
  readonly retry: boolean;
  readonly retryAfter?: number;
}
/** `parts`: of an SMS, by the provider’s count. */
type TwilioOutcome = { readonly ok: true; readonly state: 'sent'; readonly providerId: string; readonly parts: number } | Failure;

const answerBody = z.object({
  sid: z.string().optional(),
  code: z.number().nullish(),
  error_code: z.number().nullish(),
  num_segments: z.coerce.number().int().catch(1),
});

type Verdict = readonly [reason: DeliveryReason, retry: boolean];
const account: Verdict = ['delivery.connection_refused', false];
const number: Verdict = ['delivery.number_refused', false];
const busy: Verdict = ['delivery.throttled', true];
const later: Verdict = ['delivery.provider_rejected', true];
const never: Verdict = ['delivery.provider_rejected', false];

/** What error codes mean (twilio.com/docs/api/errors). Others are judged by the HTTP status. */
const byCode: Readonly<Record<number, Verdict>> = {
  // credentials, account suspended, trial
  20_003: account,
  10_001: account,
  30_002: account,
  21_608: account,
  21_219: account,
  // countries that are not enabled
  21_408: account,
  21_215: account,
  // a sender that is wrong or not registered
  21_606: account,
  21_659: account,
  21_212: account,
  21_603: account,
  30_034: account,
  // not a number, or not a mobile one
  21_211: number,
  21_214: number,
  21_217: number,
  21_614: number,
  21_610: ['delivery.opted_out', false],
  20_429: busy,
  21_611: busy,
  30_001: busy,
  // switched off, unknown reasons, the provider’s own time-out
  30_003: later,
  30_008: later,
  30_410: later,
  30_004: never,
  30_005: never,
  30_006: never,
  30_007: never,
  21_612: never,
};

const byStatus = (status: number): Verdict => {
  if (status === 401 || status === 403) return account;
  if (status === 429) return busy;
  return status >= 500 || status === 408 || status === 425 ? later : never;
};

/** Credentials, or an account that is suspended. */
const credentialCodes: ReadonlySet<number> = new Set([20_003, 10_001, 30_002]);

/** What an answer says about the account. */
export const verdictOfAccount = (answer: OutgoingAnswer): AccountVerdict => {
  const { status } = answer;
  const code = codeOf(answer);
  const known = code === undefined ? undefined : byCode[code];
  if (code !== undefined && credentialCodes.has(code)) return 'refused';
  if (known) return known === busy ? 'nothing' : 'works';
  if (status === 401 || status === 403) return 'refused';
  if (byStatus(status) === later) return 'fails';
  return status < 300 && parseBody(answer).sid !== undefined ? 'works' : 'nothing';
};

/** The verdict on an error code of a late report. */
export const verdictOf = (code: number | undefined): Verdict => (code === undefined ? undefined : byCode[code]) ?? never;

const nothing = { num_segments: 1 };
const parseBody = ({ body }: OutgoingAnswer): z.infer<typeof answerBody> => {
  try {
    return answerBody.catch(nothing).parse(JSON.parse(body));
  } catch {
    return nothing;
  }
};

/** The error code of an answer; undefined: it has none. */
export const codeOf = (answer: OutgoingAnswer): number | undefined => {
  const { code, error_code: errorCode } = parseBody(answer);
  return code ?? errorCode ?? undefined;
};

/** What an answer means: a 2xx may have an error code, and one without a message’s id is not from Twilio. */
export const toOutcome = (answer: OutgoingAnswer, now: string): TwilioOutcome => {
  const { status } = answer;
  const isAccepted = status >= 200 && status < 300;
  const code = codeOf(answer);
  const { sid, num_segments: parts } = parseBody(answer);
  // a messaging service knows the count only later, and says 0
  if (isAccepted && code === undefined && sid !== undefined) return { ok: true, state: 'sent', providerId: sid, parts: Math.max(1, parts) };
  const [reason, retry] = (code === undefined ? undefined : byCode[code]) ?? byStatus(status);
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  const stranger = isAccepted && code === undefined ? ' It is no answer of a Twilio API.' : '';
  const after = retryAfter(answer, now);
  const detail = `Answered ${status}${code === undefined ? '' : ` (code ${code})`}.${redirect}${stranger}`;
  return { ok: false, reason, detail, retry, ...(after === undefined ? {} : { retryAfter: after }) };
};
