import { bundleButton, bundleHeadline, bundleLines } from '../../deliveries/bundle-wording.js';
import { verificationSubject, verificationText } from '../../deliveries/mail-html.js';
import type { PageMessage } from '../../deliveries/notes.js';
import { button, detailsWithRunbook, facts, headline, reasons } from '../../deliveries/wording.js';
import type { Rendering } from '../channel.js';

/** What is sent as JSON (https://gotify.net/docs/pushmsg). */
export interface GotifyMessage {
  readonly title: string;
  readonly message: string;
  /** From 8 on the app is as loud as the phone allows; below 4 it makes no sound. */
  readonly priority: 1 | 5 | 7 | 10;
  readonly extras?: { readonly 'client::notification': { readonly click: { readonly url: string } } };
}

const priorityOf = ({ quiet, urgency }: Pick<PageMessage, 'quiet' | 'urgency'>): GotifyMessage['priority'] =>
  quiet ? 1 : urgency === 'high' ? 10 : 5;

const leadsTo = (url: string): Pick<GotifyMessage, 'extras'> => ({ extras: { 'client::notification': { click: { url } } } });

export const renderGotify: Rendering<GotifyMessage> = {
  page: (page) => ({
    title: headline(page),
    message: [...reasons(page), ...facts(page), ...detailsWithRunbook(page)].join('\n'),
    priority: priorityOf(page),
    ...leadsTo(button(page).link),
  }),
  bundle: (bundle) => ({
    title: bundleHeadline(bundle),
    message: bundleLines(bundle).join('\n'),
    priority: priorityOf(bundle),
    ...leadsTo(bundleButton(bundle).link),
  }),
  code: (note) => ({ title: verificationSubject(note), message: verificationText(note), priority: 5 }),
  notice: ({ subject, lines, link }) => ({ title: subject, message: lines.join('\n'), priority: 1, ...leadsTo(link) }),
  warning: ({ subject, says, link }) => ({ title: subject, message: says, priority: 7, ...leadsTo(link) }),
};
