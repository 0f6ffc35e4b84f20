import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { isSignedByTwilio } from '@tocsin/platform/signatures/twilio.js';
import { answeredAccounts, type Account } from '../../connections/accounts.js';
import { inboundAddress } from '../../connections/inbound-address.js';
import { senderField } from '../../connections/twilio.js';
import { verdictOf } from '../../connections/twilio-answers.js';
import type { Inbound, ProviderRequest } from '../inbound.js';
import { sendByTwilio } from '../through-twilio.js';
import { isStop } from './grammar.js';
import { cutTo, toGsm7 } from './gsm7.js';
import type { SmsInboundDependencies, SmsProvider, SmsRequest } from './provider.js';

/** Seconds after which the provider gives up: a page that arrives later misleads. */
const validity = '300';

/** The account whose provider signed a request to this server’s public address. */
const signerOf = ({ server, address }: SmsInboundDependencies, { headers, path, body }: ProviderRequest): Account | undefined => {
  const contentType = headers['content-type'];
  const signed = {
    url: `${address.url()}${path}`,
    contentType: typeof contentType === 'string' ? contentType : undefined,
    body,
    signature: String(headers['x-twilio-signature'] ?? ''),
  };
  const isSigner = ({ secrets: { authToken } }: Account): boolean => authToken !== undefined && isSignedByTwilio([authToken], signed);
  return answeredAccounts(server, 'twilio').find(isSigner);
};

export const isFromTwilio = (dependencies: SmsInboundDependencies, request: ProviderRequest): boolean =>
  signerOf(dependencies, request) !== undefined;

/** The secret of the page and the message in the path of a report; null: the request is a reply. */
export const reportedIn = (path: string): { readonly secret: string; readonly attemptId: string } | null => {
  const [, secret, attemptId] = /^\/api\/channels\/\w+\/([^/?]+)\/([^/?]+)/.exec(path) ?? [];
  return secret !== undefined && attemptId !== undefined ? { secret, attemptId } : null;
};

/** Reports come out of order, more than once, and before the provider’s own answer: only final ones count. */
const readReport = (form: URLSearchParams, report: NonNullable<ReturnType<typeof reportedIn>>): readonly Inbound[] => {
  const state = form.get('MessageStatus');
  if (state === 'delivered' || state === 'read') return [{ kind: 'receipt', receipt: state, ...report }];
  if (state !== 'undelivered' && state !== 'failed') return [];
  const code = Number(form.get('ErrorCode') || Number.NaN);
  const [reason] = verdictOf(Number.isNaN(code) ? undefined : code);
  return [{ kind: 'failure', reason, detail: `Reported as ${state}${Number.isNaN(code) ? '' : ` (code ${code})`}.`, ...report }];
};

const readReply = (form: URLSearchParams, removedAt: string | undefined): SmsRequest | null => {
  const [from, text, key] = [form.get('From'), form.get('Body'), form.get('MessageSid')];
  if (from === null || text === null || key === null) return null;
  // HELP and START
  return { reply: { from, text, key, id: key, removedAt }, isAnswered: form.has('OptOutType') && !isStop(text) };
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** An SMS as the answer; an empty document is none. It needs a type even then: without one, it is an error to Twilio. */
export const toTwiml = (texts: readonly string[]): { readonly contentType: string; readonly body: string } => {
  const messages = texts
    .filter((text) => text !== '')
    .map((text) => `<Message>${cutTo(toGsm7(text), contactLimits.smsCharacters).replace(/[&<>]/g, (sign) => escapes[sign]!)}</Message>`);
  return { contentType: 'text/xml', body: `<?xml version="1.0" encoding="UTF-8"?><Response>${messages.join('')}</Response>` };
};

export const twilioProvider: SmsProvider = {
  kind: 'twilio',
  door: { paths: ['', '/:secret/:message'] },
  send: (dependencies, account, { to, text, reported }, call) => {
    const callback = reported && inboundAddress(dependencies.address.url(), 'sms', reported.secret, reported.messageId);
    return sendByTwilio(
      dependencies,
      account,
      {
        resource: 'Messages',
        to,
        form: [senderField(account, to), ['Body', text], ['ValidityPeriod', validity]],
        callback: callback ? [['StatusCallback', callback]] : [],
      },
      call,
    );
  },
  verify: isFromTwilio,
  read: (dependencies, request) => {
    const form = new URLSearchParams(request.body);
    const report = reportedIn(request.path);
    return report ? { report: readReport(form, report) } : readReply(form, signerOf(dependencies, request)?.removedAt);
  },
  answer: toTwiml,
};
