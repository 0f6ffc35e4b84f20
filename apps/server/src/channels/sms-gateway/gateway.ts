import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { Account } from '../../connections/accounts.js';
import { senderFor } from '../../connections/phone-options.js';
import { refusalOf, verdicts, type Refusal, type Verdict } from '../../connections/verdicts.js';
import { retryAfter } from '../../deliveries/retry-after.js';
import type { Call } from '../channel.js';
import { filledIn, idInAnswer, type Places } from './parameters.js';

interface Sms {
  readonly to: string;
  readonly text: string;
  /** Tocsin’s id of it, and where it is reported. */
  readonly id?: string | undefined;
  readonly callback?: string | undefined;
}

const placesOf = (account: Account, { to, text, id, callback }: Sms): Places => ({
  to,
  digits: to.replace('+', ''),
  text,
  from: senderFor(account, to) || undefined,
  user: account.fields['user'] || undefined,
  password: account.secrets['password'],
  id,
  callback,
});

/** Hands an SMS to the gateway. The same call twice is a second message. */
export const callGateway = (
  http: Pick<OutgoingHttp, 'get' | 'post'>,
  account: Account,
  sms: Sms,
  limits: Call,
): Promise<OutgoingAnswer> => {
  const { baseUrl = '', method, parameters = '', headerName = '' } = account.fields;
  const filled = filledIn(parameters, placesOf(account, sms)).toString();
  const headers = {
    'User-Agent': `Tocsin/${version}`,
    ...(headerName === '' ? {} : { [headerName]: account.secrets['headerValue'] ?? '' }),
  };
  // an admin typed it: it may be in a private network
  const call = { ...limits, isTrusted: true };
  return method === 'form'
    ? http.post(baseUrl, { ...call, headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }, body: filled })
    : http.get(`${baseUrl}?${filled}`, { ...call, headers });
};

const byStatus = (status: number): Verdict => {
  if (status === 401 || status === 403) return verdicts.account;
  if (status === 429) return verdicts.busy;
  return status >= 500 || status === 408 || status === 425 ? verdicts.later : verdicts.never;
};

/** The gateway’s text is repeated nowhere: it may hold what was sent. */
export const readGateway = (
  account: Pick<Account, 'fields'>,
  answer: OutgoingAnswer,
  now: string,
): { readonly ok: true; readonly providerId: string | null } | Refusal => {
  const { status, body } = answer;
  if (status < 200 || status >= 300) {
    const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
    return refusalOf(byStatus(status), `Answered ${status}.${redirect}`, retryAfter(answer, now));
  }
  const id = idInAnswer(account.fields['accepted'] ?? '', body);
  return id === null
    ? refusalOf(verdicts.stranger, `Answered ${status}, without the text of “Accepted answer”.`, undefined)
    : { ok: true, providerId: id || null };
};
