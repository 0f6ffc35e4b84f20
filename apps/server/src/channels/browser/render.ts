import type { RingingPage } from '@tocsin/contracts/live.js';
import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { BundleMessage, PageMessage } from '../../deliveries/notes.js';
import { button, headline, shortenTitle } from '../../deliveries/wording.js';
import type { Preview, Rendering } from '../channel.js';

export interface TabBody {
  readonly personId: string;
  readonly page: RingingPage;
  readonly preview: Preview;
}

/** Who asks, for a page from a person. */
export const asksOf = (cause: PageCause): Pick<RingingPage, 'asks'> =>
  cause.kind === 'person' ? { asks: { by: cause.by, takeOver: cause.reassigns === true } } : {};

const tabPage = (message: PageMessage): RingingPage => {
  const { pageId, groupId, number, title, urgency, quiet, cause, test, serviceName } = message;
  return { pageId, groupId, number, title: shortenTitle(title), urgency, quiet, cause: cause.kind, test, serviceName, ...asksOf(cause) };
};

/** One notification for all pages of a bundle: shows the first page, and the number of pages. */
const tabBundle = ({ bundleId, first, count }: BundleMessage): RingingPage => ({ ...tabPage(first[0]!), ring: bundleId, more: count - 1 });

const previewOf = (message: PageMessage, text: string): Preview => ({
  title: headline(message),
  text,
  isJson: false,
  acts: [button(message).label],
});

const renderPage = (message: PageMessage): TabBody => {
  const page = tabPage(message);
  return { personId: message.personId, page, preview: previewOf(message, page.serviceName ?? '') };
};

const renderBundle = (message: BundleMessage): TabBody => {
  const page = tabBundle(message);
  const text = `${page.serviceName ?? ''} and ${message.count - 1} more`.trim();
  return { personId: message.personId, page, preview: previewOf(message.first[0]!, text) };
};

export const renderTab: Rendering<TabBody> = {
  page: renderPage,
  bundle: renderBundle,
  notice: ({ personId, about, group, serviceName = null, subject, lines }) => {
    const { number, title, urgency } = group ?? { number: 0, title: subject, urgency: 'low' as const };
    const more = group && lines.length > 1 ? { more: lines.length - 1 } : {};
    // named by what it is about: dismissing it must silence no page for the group
    const ids = { pageId: about, groupId: about };
    const page = { ...ids, number, title, urgency, quiet: true, cause: group ? 'followed' : 'notice', test: false, serviceName, ...more };
    return { personId, page, preview: { title: subject, text: lines.join('\n'), isJson: false, acts: [] } };
  },
  update: (update) => {
    const body = 'page' in update ? renderPage(update.page) : renderBundle(update.bundle);
    return { ...body, page: { ...body.page, waiting: update.waiting } };
  },
};
