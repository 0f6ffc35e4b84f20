import { actsOf } from '../../deliveries/acts.js';
import { bundleButton, bundleSubject, bundleText } from '../../deliveries/bundle-wording.js';
import { bundleHtml, pageHtml, verificationHtml, verificationSubject, verificationText } from '../../deliveries/mail-html.js';
import { bundleMailId, codeMailId, pageMailId } from '../../deliveries/mail-ids.js';
import type { Notes, PageMessage } from '../../deliveries/notes.js';
import { button, pageText, subject } from '../../deliveries/wording.js';
import type { Rendering } from '../channel.js';

export interface MailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The label of its button; null: it has none. */
  readonly button: string | null;
  /** What a reply to it acts on: the link of the page, or of a message for several; null: no reply does anything. */
  readonly answered: string | null;
  /** Which replies it takes. */
  readonly takes: string;
  /** It is tried a few times only. */
  readonly isCode: boolean;
  readonly idLeftFor: (contactMethodId: string) => string;
}

/** Stops auto-replies: one header for RFC 3834, one for Exchange. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

const importanceOf = ({ urgency, quiet }: Pick<PageMessage, 'urgency' | 'quiet'>): MailBody['headers'] =>
  urgency === 'high' && !quiet ? { Importance: 'high', 'X-Priority': '1' } : {};

/**
 * All mails about one group reply to the same message id, which was never sent: mail programs then show them as one conversation.
 */
const threadOf = ({ link, groupId }: PageMessage): MailBody['headers'] => {
  const thread = `<group-${groupId}@${new URL(link).hostname}>`;
  return { 'X-Tocsin-Group': groupId, References: thread, 'In-Reply-To': thread };
};

const renderPage = (message: PageMessage): MailBody => ({
  subject: subject(message),
  text: pageText(message),
  html: pageHtml(message),
  headers: { ...automatic, ...threadOf(message), ...importanceOf(message) },
  button: button(message).label,
  answered: actsOf(message).includes('acknowledge') ? message.link : null,
  takes: 'Reply “ack” to acknowledge, or “close” to resolve.',
  isCode: false,
  idLeftFor: (contactMethodId) => pageMailId(message, contactMethodId),
});

const renderBundle = (message: Notes['bundle']): MailBody => ({
  subject: bundleSubject(message),
  text: bundleText(message),
  html: bundleHtml(message),
  headers: { ...automatic, ...importanceOf(message) },
  button: bundleButton(message).label,
  answered: message.quiet ? null : message.link,
  takes: 'Reply “ack” to acknowledge all that are open.',
  isCode: false,
  idLeftFor: (contactMethodId) => bundleMailId(message, contactMethodId),
});

const renderCode = (message: Notes['code']): MailBody => ({
  subject: verificationSubject(message),
  text: verificationText(message),
  html: verificationHtml(message),
  headers: automatic,
  button: null,
  answered: null,
  takes: '',
  isCode: true,
  idLeftFor: () => codeMailId(message),
});

export const renderMail: Rendering<MailBody> = { page: renderPage, bundle: renderBundle, code: renderCode };
