import { refusals } from '@tocsin/contracts/refusals.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { isSignedByTwilio } from '@tocsin/platform/signatures/twilio.js';
import { requiresCode } from '../../connections/phone-options.js';
import { accountOf } from '../../connections/accounts.js';
import { verdictOf } from '../../connections/twilio-answers.js';
import type { ChannelDependencies } from '../dependencies.js';
import type { Inbound, InboundModule, InboundResult, ProviderRequest } from '../inbound.js';
import { isForProvider, isStop } from './grammar.js';
import { cutTo, toGsm7 } from './gsm7.js';
import { readReply } from './replies.js';
import type { SeenReplies } from './seen-replies.js';
import { countSent, findNumbered, findWaiting, isKnownNumber, mayHaveBeenSent } from './waiting-pages.js';

export interface SmsInboundDependencies {
  readonly server: Pick<ChannelDependencies['server'], 'clock' | 'decode' | 'log' | 'reads' | 'redactions' | 'vault'>;
  readonly address: ChannelDependencies['address'];
}

/** Whether the account’s provider signed a request to this server’s public address. */
export const isFromTwilio = ({ server, address }: SmsInboundDependencies, { headers, path, body }: ProviderRequest): boolean => {
  const account = accountOf(server, 'twilio');
  const contentType = headers['content-type'];
  const signed = {
    url: `${address.url()}${path}`,
    contentType: typeof contentType === 'string' ? contentType : undefined,
    body,
    signature: String(headers['x-twilio-signature'] ?? ''),
  };
  return account !== null && isSignedByTwilio([account.secrets['authToken'] ?? ''], signed);
};

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

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const done = { acknowledge: 'Acknowledged', answer: 'Seen, paging others' } as const;

/** What is answered; empty: nothing. */
export const textOfAnswer = (result: InboundResult, inbound: Inbound): string => {
  if (inbound.kind === 'says') return inbound.says;
  if (inbound.kind !== 'act' && inbound.kind !== 'resolve') return '';
  const says = inbound.kind === 'act' ? done[inbound.act] : 'Resolved';
  const about = inbound.about ?? '';
  return result === 'done' || result === 'not_understood' ? `${says}: ${about}` : `${refusals[result].says} ${about}`;
};

/** An SMS as the answer; an empty document is none. It needs a type even then: without one, it is an error to Twilio. */
export const toTwiml = (texts: readonly string[]): { readonly contentType: string; readonly body: string } => {
  const messages = texts
    .filter((text) => text !== '')
    .map((text) => `<Message>${cutTo(toGsm7(text), contactLimits.smsCharacters).replace(/[&<>]/g, (sign) => escapes[sign]!)}</Message>`);
  return { contentType: 'text/xml', body: `<?xml version="1.0" encoding="UTF-8"?><Response>${messages.join('')}</Response>` };
};

/** A reply as it came: by a call of the provider, or in its list. */
export interface ReceivedText {
  readonly from: string;
  readonly text: string;
  /** The provider’s id of it. */
  readonly key: string;
  /** When it was sent, by the provider’s list; absent: it has just come. */
  readonly at?: string;
}
export type ReadText = (text: ReceivedText) => Promise<readonly Inbound[]>;

/** Replies are read within seconds; one that is older may be read again after a restart. */
const readWithin = 30 * duration.second;

/** The answer to one wrong code too many: whoever has the number must know, for it may have been somebody else. */
const notRead = { kind: 'says', says: 'Too many wrong codes: replies are not read for an hour. Use the link in the message.' } as const;

/** What replies ask for, however they came. */
export const createTextReader = ({ server }: Pick<SmsInboundDependencies, 'server'>): ReadText => {
  const answered = new UselessReplies();
  const asked = new AskedOnce();
  const guesses = new WrongCodes();
  return async ({ from, text, key, at }) => {
    if (!isKnownNumber(server, from)) return [];
    if (isStop(text))
      return [{ kind: 'stop', method: 'sms', number: from, detail: 'The number replied STOP.', ...(at === undefined ? {} : { at }) }];
    const now = toMillis(server.clock.now());
    const writtenAt = at === undefined ? now : Date.parse(at);
    if (isForProvider(text) || guesses.bars(from, writtenAt)) return [];
    const account = accountOf(server, 'twilio');
    const isStrict = account !== null && requiresCode(account);
    const waiting = await findWaiting(server, from, at);
    const isOld = at !== undefined && now - writtenAt > readWithin;
    const isVague = isOld && countSent(server, from, at) > 1;
    const numbered = async (number: number) => {
      const page = await findNumbered(server, from, number, at);
      if (!page && !mayHaveBeenSent(server, from, { number, isStrict })) guesses.note(from, writtenAt);
      return page;
    };
    const read = await readReply(
      { text, key, isListed: at !== undefined },
      {
        waiting,
        isVague,
        requiresCode: isStrict,
        numbered,
        confirms: (secret) => asked.repeats(`${from} ${secret}`, key),
      },
    );
    if (guesses.bars(from, writtenAt)) return isOld ? [] : [notRead];
    return answered.allow(from, read) ? read : [];
  };
};

/** Reports about messages, and replies of the people who got them. */
export const smsInbound = (dependencies: SmsInboundDependencies, read: ReadText, seen: SeenReplies): InboundModule => {
  const readText = async (form: URLSearchParams): Promise<readonly Inbound[] | null> => {
    const [from, text, key] = [form.get('From'), form.get('Body'), form.get('MessageSid')];
    if (from === null || text === null || key === null) return null;
    if (seen.wasListed(key)) return [];
    seen.add(key, 'call');
    // the provider answers HELP and START itself
    return form.has('OptOutType') && !isStop(text) ? [] : read({ from, text, key });
  };
  return {
    paths: ['', '/:secret/:message'],
    verify: (request) => isFromTwilio(dependencies, request),
    read: ({ path, body }) => {
      const form = new URLSearchParams(body);
      const report = reportedIn(path);
      return report ? readReport(form, report) : readText(form);
    },
    answer: (results, inbound) => toTwiml(inbound.map((one, n) => textOfAnswer(results[n]!, one))),
  };
};

/** Replies of one number that did nothing, since the last one that did: a machine that answers ours must not go on for ever. */
class UselessReplies {
  private readonly counts = new Map<string, number>();

  allow(from: string, read: readonly Inbound[]): boolean {
    const count = read.some(({ kind }) => kind === 'says') ? (this.counts.get(from) ?? 0) + 1 : 0;
    this.counts.delete(from);
    if (count > 0) this.counts.set(from, count);
    const [oldest] = this.counts.keys();
    if (oldest !== undefined && this.counts.size > contactLimits.numbersRemembered) this.counts.delete(oldest);
    return count <= contactLimits.uselessReplies;
  }
}

/** What was asked once: another reply that asks for it is a confirmation. The same reply, read again, is none. */
class AskedOnce {
  /** The id of the reply that asked first. */
  private readonly first = new Map<string, string>();

  repeats(key: string, id: string): boolean {
    const first = this.first.get(key);
    if (first !== undefined) return first !== id;
    this.first.set(key, id);
    const [oldest] = this.first.keys();
    if (oldest !== undefined && this.first.size > contactLimits.numbersRemembered) this.first.delete(oldest);
    return false;
  }
}

/** Codes of no page, by number: whoever guesses is read again after an hour. Numbers that get no pages are never read. */
class WrongCodes {
  private readonly times = new Map<string, readonly number[]>();

  bars(from: string, now: number): boolean {
    const times = this.times.get(from) ?? [];
    const last = times.at(-1);
    return last !== undefined && times.length >= contactLimits.wrongReplyCodes && Math.abs(now - last) < contactLimits.repliesOff;
  }

  note(from: string, now: number): void {
    const recent = (this.times.get(from) ?? []).filter((at) => Math.abs(now - at) < contactLimits.wrongCodesWithin);
    this.times.delete(from);
    this.times.set(from, [...recent, now]);
    const [oldest] = this.times.keys();
    if (oldest !== undefined && this.times.size > contactLimits.numbersRemembered) this.times.delete(oldest);
  }
}
