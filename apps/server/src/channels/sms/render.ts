import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { actsOf } from '../../deliveries/acts.js';
import { bundleHeadline, bundleButton, servicesLine } from '../../deliveries/bundle-wording.js';
import type { Notes, PageMessage } from '../../deliveries/notes.js';
import { button, headline, reasons } from '../../deliveries/wording.js';
import type { Rendering } from '../channel.js';
import { cutTo, lengthOf, toGsm7 } from './gsm7.js';

/** What the provider’s reports about a message name: the secret in its link, and its attempt or bundle. */
export interface Reported {
  readonly secret: string;
  readonly messageId: string;
}

export interface SmsBody {
  /** What happened, and the same without what its source said; cut where the lines after it need the room. */
  readonly head: string;
  readonly least: string;
  /** How to reply; empty: not at all. */
  readonly hint: string;
  readonly link: string;
  /** Null: reports change nothing. */
  readonly reported: Reported | null;
}

/** The least that is left for what happened: a link that takes more is left out. */
const leastForHead = 40;

/** What a country or an admin leaves out. */
interface Options {
  readonly hasReply: boolean;
  readonly hasLink: boolean;
  readonly isLeast: boolean;
}

/** At most 160 characters of GSM-7: one part. The head is cut, the lines after it are whole or left out. */
export const textOf = (
  { head, least, hint, link }: SmsBody,
  { hasReply, hasLink, isLeast }: Options = { hasReply: true, hasLink: true, isLeast: false },
): string => {
  const lines = [hasReply ? hint : '', hasLink ? link : ''].map(toGsm7).filter((line) => line !== '');
  let tail = '';
  for (const line of lines.toReversed())
    if (lengthOf(line) + 1 + lengthOf(tail) <= contactLimits.smsCharacters - leastForHead) tail = `\n${line}${tail}`;
  return `${cutTo(toGsm7(isLeast ? least : head), contactLimits.smsCharacters - lengthOf(tail))}${tail}`;
};

const secretOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

/** Replies come by a call of the provider, or are asked for. The number of the alert group is the code: it is never used again. */
const replyHint = (page: PageMessage): string => {
  if (actsOf(page).length === 0) return '';
  return page.cause.kind === 'person' && !page.cause.reassigns ? `Reply ${page.number}S: seen` : `Reply ${page.number}A: acknowledge`;
};

const textAlone = (head: string, link = ''): SmsBody => ({ head, least: head, hint: '', link, reported: null });

const renderPage = (page: PageMessage): SmsBody => {
  const [why = ''] = reasons({ ...page, missedTimes: [], dueAt: page.now });
  const service = page.serviceName === null ? '' : `(${page.serviceName})`;
  const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
  return {
    head: join(why, headline(page), service),
    least: join(`#${page.number}`, service),
    hint: replyHint(page),
    link: button(page).link,
    reported: { secret: secretOf(page.link), messageId: page.attemptId },
  };
};

const renderBundle = (bundle: Notes['bundle']): SmsBody => {
  const [first] = bundle.first;
  const least = [bundleHeadline(bundle), `: ${servicesLine(bundle)}`].join('');
  return {
    head: `${least}${first ? `. ${headline(first)}` : ''}`,
    least,
    hint: first && !bundle.quiet ? `Reply ${first.number}AA: acknowledge all` : '',
    link: bundleButton(bundle).link,
    reported: { secret: secretOf(bundle.link), messageId: bundle.bundleId },
  };
};

export const renderSms: Rendering<SmsBody> = {
  page: renderPage,
  bundle: renderBundle,
  code: ({ code }) => textAlone(`${code} is your Tocsin code. It works for 30 minutes.`),
  warning: ({ subject, link }) => textAlone(subject, link),
};
