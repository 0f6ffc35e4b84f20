import { duration } from '@tocsin/contracts/duration.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { bundleButton, bundleHeadline, bundleLines } from '../../deliveries/bundle-wording.js';
import { verificationSubject, verificationText } from '../../deliveries/mail-html.js';
import type { PageMessage } from '../../deliveries/notes.js';
import { pageRef } from '../../deliveries/sent-refs.js';
import { button, detailsWithRunbook, facts, headline, reasons } from '../../deliveries/wording.js';
import type { Rendering } from '../channel.js';

type Params = Readonly<Record<string, string>>;

/** What is posted beside token and user. `cancels`: the tag of emergencies that stop ringing, in place of a message. */
export type PushoverBody = { readonly params: Params; readonly tag: string | null } | { readonly cancels: string };

const most = { title: 250, message: 1_024, url: 512, label: 100 };
/** Seconds between two rings, and for how long: until the person’s next rule, which may be another phone. */
const retry = 60;
const [shortest, longest] = [60, 300];

const cut = (text: string, characters: number): string => {
  const signs = Array.from(text);
  return signs.length <= characters ? text : `${signs.slice(0, characters - 1).join('')}…`;
};

const texts = (title: string, lines: readonly string[], link: { readonly label: string; readonly href: string }): Params => ({
  title: cut(title, most.title),
  message: cut(lines.join('\n') || title, most.message),
  ...(link.href.length <= most.url ? { url: link.href, url_title: cut(link.label, most.label) } : {}),
});

const expiryOf = ({ nextAt, now }: PageMessage): number => {
  if (nextAt === undefined) return longest;
  const seconds = Math.floor(millisBetween(now, nextAt) / duration.second);
  return Math.min(Math.max(seconds, shortest), longest);
};

const isEmergency = ({ quiet, urgency }: PageMessage): boolean => !quiet && urgency === 'high';

/** An emergency rings until it is confirmed in the app, which answers the page; it is cancelled by its tag when the page ends. */
const renderPage = (page: PageMessage): PushoverBody => {
  const { label, link } = button(page);
  const params = texts(headline(page), [...reasons(page), ...facts(page), ...detailsWithRunbook(page)], { label, href: link });
  if (!isEmergency(page)) return { params: { ...params, priority: page.quiet ? '-1' : '0' }, tag: null };
  const tag = pageRef(page).messageId;
  return { params: { ...params, priority: '2', retry: String(retry), expire: String(expiryOf(page)), tags: tag }, tag };
};

export const renderPushover: Rendering<PushoverBody> = {
  page: renderPage,
  // confirming it would answer no page of it
  bundle: (bundle) => {
    const { label, link } = bundleButton(bundle);
    const priority = bundle.quiet ? '-1' : bundle.urgency === 'high' ? '1' : '0';
    return { params: { ...texts(bundleHeadline(bundle), bundleLines(bundle), { label, href: link }), priority }, tag: null };
  },
  code: (note) => ({ params: { title: verificationSubject(note), message: verificationText(note) }, tag: null }),
  notice: ({ subject, lines, link, label }) => ({
    params: { ...texts(subject, [...lines], { label, href: link }), priority: '-1' },
    tag: null,
  }),
  warning: ({ subject, says, link }) => ({
    params: { ...texts(subject, [says], { label: 'Open Tocsin', href: link }), priority: '1' },
    tag: null,
  }),
  end: ({ replaces }) => ({ cancels: replaces.messageId }),
};
