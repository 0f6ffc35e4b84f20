import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { Account } from './accounts.js';

export type Form = readonly (readonly [name: string, value: string])[];

/** One call’s limits. */
interface Limits {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/** A number, or a messaging service that chooses one. */
export const senderField = ({ fields: { sender = '' } }: Account): Form[number] =>
  sender.startsWith('MG') ? ['MessagingServiceSid', sender] : ['From', sender];

/** Calls the API of Twilio, or of a look-alike. There is no idempotency key: the same call twice is a second message. */
export const callTwilio = (
  http: Pick<OutgoingHttp, 'post'>,
  { fields: { baseUrl, accountSid }, secrets: { authToken } }: Account,
  resource: 'Messages' | 'Calls',
  form: Form,
  limits: Limits,
): Promise<OutgoingAnswer> =>
  http.post(`${baseUrl}/2010-04-01/Accounts/${accountSid}/${resource}.json`, {
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': `Tocsin/${version}`,
      Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    },
    body: new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString(),
    ...limits,
  });
