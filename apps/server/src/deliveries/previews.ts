import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import type { MessagePreview } from '@tocsin/contracts/previews.js';
import { tabPage } from './browser-channel.js';
import type { PageMessage } from './channel.js';
import { pagePush } from './push-wording.js';
import { pageBody } from './webhook-channel.js';
import { button, headline, pageText, subject } from './wording.js';

type Preview = Omit<MessagePreview, 'channel'>;

/** What each channel makes of a page, by the function that makes the one it sends. */
const previews: Readonly<Record<ContactKind, (message: PageMessage) => Preview>> = {
  browser: (message) => {
    const { serviceName } = tabPage(message);
    return { title: headline(message), text: serviceName ?? '', isJson: false, acts: [button(message).label] };
  },
  email: (message) => ({ title: subject(message), text: pageText(message), isJson: false, acts: [button(message).label] }),
  webhook: (message) => ({ title: null, text: JSON.stringify(pageBody(message), null, 2), isJson: true, acts: [] }),
  push: (message) => {
    const { title, body, actions } = pagePush(message);
    return { title, text: body, isJson: false, acts: actions.map((action) => action.title) };
  },
};

/** A preview by every channel there is. */
export const previewsOf = (message: PageMessage): readonly MessagePreview[] =>
  (Object.keys(previews) as ContactKind[]).map((channel) => ({ channel, ...previews[channel](message) }));
