import type { PushAct } from '@tocsin/contracts/contacts/push.js';
import { actLabels, actsOf } from '../../deliveries/acts.js';
import { bundleButton, bundleHeadline, bundleLines } from '../../deliveries/bundle-wording.js';
import { verificationSubject, verificationText } from '../../deliveries/mail-html.js';
import type { BundleMessage, Notes, PageMessage } from '../../deliveries/notes.js';
import { bundleRef, pageRef } from '../../deliveries/sent-refs.js';
import { button, detailsWithRunbook, facts, headline, reasons, shortenTitle } from '../../deliveries/wording.js';
import type { Rendering } from '../channel.js';
import { cutBytes, fitMessage } from './fit.js';

interface NtfyAction {
  readonly action: 'http';
  readonly label: string;
  readonly url: string;
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Removes the notification once the call was answered with 2xx. */
  readonly clear: true;
}

/** What is published as JSON, without its topic. */
export interface NtfyMessage {
  readonly title: string;
  readonly message: string;
  /** 5 rings through Do Not Disturb where the app may, 2 makes no sound. */
  readonly priority: 2 | 3 | 4 | 5;
  /** For those who filter what they subscribe to. */
  readonly tags?: readonly string[];
  readonly click?: string;
  readonly actions?: readonly NtfyAction[];
  /** A message with the id of an earlier one replaces it, on servers since 2.16. */
  readonly sequence_id?: string;
}

export interface NtfyBody {
  readonly message: NtfyMessage;
  /** Only where it replaces: it is not worth a second message. */
  readonly isUpdate?: true;
}

const silent = 2;
const priorityOf = ({ quiet, urgency }: Pick<PageMessage, 'quiet' | 'urgency'>): NtfyMessage['priority'] =>
  quiet ? silent : urgency === 'high' ? 5 : 3;

/** A button that the phone’s app presses by itself, without a session: the same act twice changes nothing. */
const actionOf = (link: string, act: PushAct, label: string): NtfyAction => ({
  action: 'http',
  label,
  url: link.replace(/\/p\/([^/]+)$/, '/api/pages/$1'),
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ act }),
  clear: true,
});

const tagsOf = ({
  quiet,
  urgency,
  test = false,
}: {
  readonly quiet: boolean;
  readonly urgency: string;
  readonly test?: boolean;
}): string[] => [urgency, ...(quiet ? ['quiet'] : []), ...(test ? ['test'] : [])];

const titleOf = (text: string): string => cutBytes(text, 300);

/**
 * Each page has an id of its own, also the next one of its group: apps make no sound for a message that replaces a shown one, so only silent ones
 * replace.
 */
const renderPage = (page: PageMessage): NtfyMessage => ({
  title: titleOf(headline(page)),
  message: fitMessage([...reasons(page), ...facts(page), ...detailsWithRunbook(page)]),
  priority: priorityOf(page),
  tags: tagsOf(page),
  click: button(page).link,
  actions: actsOf(page).map((act) => actionOf(page.link, act, actLabels[act])),
  sequence_id: pageRef(page).messageId,
});

const renderBundle = (bundle: BundleMessage): NtfyMessage => ({
  title: titleOf(bundleHeadline(bundle)),
  message: fitMessage(bundleLines(bundle)),
  priority: priorityOf(bundle),
  tags: tagsOf(bundle),
  click: bundleButton(bundle).link,
  actions: bundle.quiet ? [] : [actionOf(bundle.link, 'acknowledge', 'Acknowledge all')],
  sequence_id: bundleRef(bundle).messageId,
});

const renderUpdate = (update: Notes['update']): NtfyMessage => {
  const rang = 'page' in update ? renderPage(update.page) : renderBundle(update.bundle);
  return { ...rang, message: fitMessage([update.waiting, rang.message]), priority: silent };
};

export const renderNtfy: Rendering<NtfyBody> = {
  page: (note) => ({ message: renderPage(note) }),
  bundle: (note) => ({ message: renderBundle(note) }),
  code: (note) => ({ message: { title: verificationSubject(note), message: verificationText(note), priority: 3 } }),
  notice: ({ subject, lines, link }) => ({
    message: { title: titleOf(subject), message: fitMessage([...lines]), priority: silent, tags: ['quiet'], click: link },
  }),
  warning: ({ subject, says, link }) => ({ message: { title: titleOf(subject), message: fitMessage([says]), priority: 4, click: link } }),
  update: (note) => ({ message: renderUpdate(note), isUpdate: true }),
  end: ({ number, title, says, groupLink, replaces }) => ({
    message: {
      title: titleOf(`✓ #${number} ${shortenTitle(title)}`),
      message: says,
      priority: silent,
      click: groupLink,
      sequence_id: replaces.messageId,
    },
  }),
};
