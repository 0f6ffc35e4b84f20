import { bundleHeadline, servicesLine } from '../../deliveries/bundle-wording.js';
import type { Notes, PageMessage } from '../../deliveries/notes.js';
import { reasons, shortenTitle } from '../../deliveries/wording.js';
import type { Rendering } from '../channel.js';
import type { Reported } from '../sms/render.js';

export interface VoiceBody {
  /** What the voice says, once. */
  readonly says: string;
  /** What the provider’s reports and digits name; null: nothing can be answered. */
  readonly reported: Reported | null;
  /** Of a drill: a real call ends it. */
  readonly isDrill?: true;
  /** Said first, so that only somebody who presses a key hears the rest. Without a public address nothing can be pressed: it is said at once. */
  readonly asks?: { readonly says: string; readonly at: Reported };
}

/** What the keys do. */
export const digitWords = 'Press 1 to acknowledge, 2 to pass it on, 6 to resolve, star to repeat.';

/** Signs that a voice reads out by name, or not at all. */
const speakable = (text: string): string =>
  text
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
export const speak = (...parts: readonly string[]): string =>
  parts
    .map(speakable)
    .filter((part) => part !== '')
    .map(sentence)
    .join(' ');

/** Digit by digit. */
export const codeWords = (code: string): string => speak('This is Tocsin', `Your code is ${Array.from(code).join(', ')}`);

const secretOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

const renderPage = (page: PageMessage): VoiceBody => ({
  says: speak(
    'This is Tocsin',
    ...reasons({ ...page, missedTimes: [], dueAt: page.now }),
    `Alert group ${page.number}: ${shortenTitle(page.title)}`,
    page.serviceName ?? '',
  ),
  reported: { secret: secretOf(page.link), messageId: page.attemptId },
  ...(page.drill ? { isDrill: page.drill } : {}),
});

const renderBundle = (bundle: Notes['bundle']): VoiceBody => ({
  says: speak(
    'This is Tocsin',
    bundleHeadline(bundle).replace(/^\S+ /, ''),
    servicesLine(bundle),
    ...bundle.first.slice(0, 1).map(({ number, title }) => `The first is ${number}: ${shortenTitle(title)}`),
  ),
  reported: { secret: secretOf(bundle.link), messageId: bundle.bundleId },
});

export const renderVoice: Rendering<VoiceBody> = {
  page: renderPage,
  bundle: renderBundle,
  code: ({ code, contactMethodId }) => ({
    says: codeWords(code),
    asks: { says: speak('This is Tocsin', 'Press any key to hear your code'), at: { secret: 'code', messageId: contactMethodId } },
    reported: null,
  }),
};
