import type { WebhookBundle, WebhookPage, WebhookVerification, WebhookWarning } from '@tocsin/contracts/contacts/webhook.js';
import type { BundleMessage, PageMessage } from '../../deliveries/notes.js';
import { button, isLate, shortenTitle } from '../../deliveries/wording.js';
import type { Rendering } from '../channel.js';

export interface WebhookBody {
  readonly content: WebhookPage | WebhookBundle | WebhookVerification | WebhookWarning;
  /** When it is signed. */
  readonly now: string;
  /** The `Idempotency-Key`; null: none. */
  readonly key: string | null;
}

/** The page as JSON. */
const pageContent = (message: PageMessage): WebhookPage => ({
  type: 'page',
  id: message.attemptId,
  pageId: message.pageId,
  groupId: message.groupId,
  number: message.number,
  title: shortenTitle(message.title),
  urgency: message.urgency,
  service: message.serviceName,
  since: message.since,
  alerts: message.alerts,
  ...(message.cutList ? { cutList: message.cutList } : {}),
  description: message.about.description,
  labels: message.about.labels,
  links: [...message.about.links],
  ...(message.lastNote ? { lastNote: message.lastNote } : {}),
  source: message.sourceName,
  othersPaged: [...message.othersPaged],
  ...(isLate(message) ? { late: { dueAt: message.dueAt, missed: message.missedTimes.length } } : {}),
  cause: message.cause,
  quiet: message.quiet,
  link: button(message).link,
  ...(message.test || message.cause.kind === 'test' ? { test: true as const } : {}),
});

/** A message for several pages as JSON. */
const bundleContent = (message: BundleMessage): WebhookBundle => ({
  type: 'bundle',
  id: message.bundleId,
  urgency: message.urgency,
  quiet: message.quiet,
  count: message.count,
  services: message.services.map(({ name, count }) => ({ name, count })),
  pages: message.first.map(pageContent),
  stillOpen: message.stillOpen,
  link: message.quiet ? message.listLink : message.link,
});

export const renderWebhook: Rendering<WebhookBody> = {
  page: (message) => ({ content: pageContent(message), now: message.now, key: message.attemptId }),
  bundle: (message) => ({ content: bundleContent(message), now: message.now, key: message.bundleId }),
  code: ({ code, contactMethodId, now, askedBy }) => ({ content: { type: 'verification', code, contactMethodId }, now, key: askedBy }),
  warning: ({ now, ...content }) => ({ content: { type: 'warning', ...content }, now, key: null }),
};
