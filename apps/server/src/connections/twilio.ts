import type { OutgoingAnswer, OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { Account } from './accounts.js';
import { hasSenders, senderFor } from './phone-options.js';

export type Form = readonly (readonly [name: string, value: string])[];

/** One call’s limits. */
interface Limits {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/** A number, or a messaging service that chooses one. */
export const senderField = (account: Account, to: string): Form[number] => {
  const sender = senderFor(account, to);
  return sender.startsWith('MG') ? ['MessagingServiceSid', sender] : ['From', sender];
};

const headersOf = ({ fields: { accountSid = '' }, secrets: { authToken = '' } }: Account) => ({
  'User-Agent': `Tocsin/${version}`,
  Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
});

const urlOf = ({ fields: { baseUrl, accountSid } }: Account, path: string): string =>
  `${baseUrl}/2010-04-01/Accounts/${accountSid}/${path}`;

/** What a GET answers, as JSON. Throws for a refusal, in words without secrets. */
const readAtTwilio = async (http: Pick<OutgoingHttp, 'get'>, account: Account, path: string, limits: Limits): Promise<unknown> => {
  const { status, body } = await http.get(urlOf(account, path), { headers: headersOf(account), maxBytes: 1_000_000, ...limits });
  if (status !== 200) throw new Error(`Twilio answered ${status} when it was asked.`);
  return JSON.parse(body);
};

/** The newest messages since a day, sent and received: the list is filtered by days. */
export const listAtTwilio = (http: Pick<OutgoingHttp, 'get'>, account: Account, since: Date, limits: Limits): Promise<unknown> => {
  const { sender = '' } = account.fields;
  const query = new URLSearchParams({
    'DateSent>': since.toISOString().slice(0, 10),
    PageSize: '100',
    ...(sender.startsWith('+') && !hasSenders(account) ? { To: sender } : {}),
  });
  return readAtTwilio(http, account, `Messages.json?${query.toString()}`, limits);
};

export const readCallAtTwilio = (http: Pick<OutgoingHttp, 'get'>, account: Account, sid: string, limits: Limits): Promise<unknown> =>
  readAtTwilio(http, account, `Calls/${encodeURIComponent(sid)}.json`, limits);

/** Deletes a message or a call, with all that the provider keeps of it. */
export const deleteAtTwilio = (
  http: Pick<OutgoingHttp, 'send'>,
  account: Account,
  resource: 'Messages' | 'Calls',
  sid: string,
  limits: Limits,
): Promise<OutgoingAnswer> =>
  http.send('DELETE', urlOf(account, `${resource}/${encodeURIComponent(sid)}.json`), { headers: headersOf(account), ...limits });

const postForm = (http: Pick<OutgoingHttp, 'post'>, account: Account, path: string, form: Form, limits: Limits): Promise<OutgoingAnswer> =>
  http.post(urlOf(account, `${path}.json`), {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headersOf(account) },
    body: new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString(),
    ...limits,
  });

/** Ends a call, whether it rings or somebody took it. */
export const hangUpAtTwilio = (http: Pick<OutgoingHttp, 'post'>, account: Account, sid: string, limits: Limits): Promise<OutgoingAnswer> =>
  postForm(http, account, `Calls/${encodeURIComponent(sid)}`, [['Status', 'completed']], limits);

/** Calls the API of Twilio, or of a look-alike. There is no idempotency key: the same call twice is a second message. */
export const callTwilio = (
  http: Pick<OutgoingHttp, 'post'>,
  account: Account,
  resource: 'Messages' | 'Calls',
  form: Form,
  limits: Limits,
): Promise<OutgoingAnswer> => postForm(http, account, resource, form, limits);
