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
  /** At most 160 characters of GSM-7: one part. */
  readonly text: string;
  /** Null: reports change nothing. */
  readonly reported: Reported | null;
}

/** The least that is left for what happened: a link that takes more is left out. */
const leastForHead = 40;

/** The first text is cut, the lines after it are whole or left out. */
const fit = (head: string, ...lines: readonly string[]): string => {
  const fitted = lines.map(toGsm7).filter((line) => line !== '');
  let tail = '';
  for (const line of fitted.toReversed())
    if (lengthOf(line) + 1 + lengthOf(tail) <= contactLimits.smsCharacters - leastForHead) tail = `\n${line}${tail}`;
  return `${cutTo(toGsm7(head), contactLimits.smsCharacters - lengthOf(tail))}${tail}`;
};

const secretOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

/** Replies come by a call of the provider, or are asked for. The number of the alert group is the code: it is never used again. */
const replyHint = (page: PageMessage): string => {
  if (actsOf(page).length === 0) return '';
  return page.cause.kind === 'person' && !page.cause.reassigns ? `Reply ${page.number}S: seen` : `Reply ${page.number}A: acknowledge`;
};

const renderPage = (page: PageMessage): SmsBody => {
  const [why = ''] = reasons({ ...page, missedTimes: [], dueAt: page.now });
  const head = [why, headline(page), page.serviceName === null ? '' : `(${page.serviceName})`].filter((part) => part !== '').join(' ');
  return { text: fit(head, replyHint(page), button(page).link), reported: { secret: secretOf(page.link), messageId: page.attemptId } };
};

const renderBundle = (bundle: Notes['bundle']): SmsBody => {
  const [first] = bundle.first;
  const head = [bundleHeadline(bundle), `: ${servicesLine(bundle)}`, first ? `. ${headline(first)}` : ''].join('');
  return { text: fit(head, bundleButton(bundle).link), reported: { secret: secretOf(bundle.link), messageId: bundle.bundleId } };
};

export const renderSms: Rendering<SmsBody> = {
  page: renderPage,
  bundle: renderBundle,
  code: ({ code }) => ({ text: `${code} is your Tocsin code. It works for 30 minutes.`, reported: null }),
  warning: ({ subject, link }) => ({ text: fit(subject, link), reported: null }),
};
