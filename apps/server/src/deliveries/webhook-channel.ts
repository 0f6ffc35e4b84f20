import type { WebhookBundle, WebhookPage, WebhookVerification, WebhookWarning } from '@tocsin/contracts/contacts/webhook.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import {
  Channel,
  type BundleMessage,
  type ContactMethodAddress,
  type ChannelOutcome,
  type PageMessage,
  type Preview,
  type VerificationMessage,
  type WarningMessage,
} from './channel.js';
import { postSigned } from './post-signed.js';
import { button, isLate, shortenTitle } from './wording.js';

/** The page as JSON. */
export const pageBody = (message: PageMessage): WebhookPage => ({
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
  source: message.sourceName,
  othersPaged: [...message.othersPaged],
  ...(isLate(message) ? { late: { dueAt: message.dueAt, missed: message.missedTimes.length } } : {}),
  cause: message.cause,
  quiet: message.quiet,
  link: button(message).link,
  ...(message.test || message.cause.kind === 'test' ? { test: true as const } : {}),
});

/** A message for several pages as JSON. */
export const bundleBody = (message: BundleMessage): WebhookBundle => ({
  type: 'bundle',
  id: message.bundleId,
  urgency: message.urgency,
  quiet: message.quiet,
  count: message.count,
  services: message.services.map(({ name, count }) => ({ name, count })),
  pages: message.first.map(pageBody),
  stillOpen: message.stillOpen,
  link: message.quiet ? message.listLink : message.link,
});

/** Signed JSON to an address that the person typed, so it must not lead into a private network. */
export class WebhookChannel extends Channel {
  readonly kind = 'webhook';
  constructor(
    private readonly http: OutgoingHttp,
    private readonly version: string,
  ) {
    super();
  }

  async deliver(message: PageMessage, method: ContactMethodAddress, deadlineMs: number, signal?: AbortSignal): Promise<ChannelOutcome> {
    return this.post(pageBody(message), method, message.now, { 'Idempotency-Key': message.attemptId }, deadlineMs, signal);
  }

  previewBundle(message: BundleMessage): Preview {
    return { title: null, text: JSON.stringify(bundleBody(message), null, 2), isJson: true, acts: [] };
  }

  async deliverBundle(
    message: BundleMessage,
    method: ContactMethodAddress,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<ChannelOutcome> {
    return this.post(bundleBody(message), method, message.now, { 'Idempotency-Key': message.bundleId }, deadlineMs, signal);
  }

  override async verify(
    message: VerificationMessage,
    method: ContactMethodAddress,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<ChannelOutcome> {
    const content: WebhookVerification = { type: 'verification', code: message.code, contactMethodId: message.contactMethodId };
    return this.post(content, method, message.now, { 'Idempotency-Key': message.askedBy }, deadlineMs, signal);
  }

  preview(message: PageMessage): Preview {
    return { title: null, text: JSON.stringify(pageBody(message), null, 2), isJson: true, acts: [] };
  }

  /** Sends an owner a warning about the installation itself. */
  async warn({ now, ...content }: WarningMessage, method: ContactMethodAddress, deadlineMs: number): Promise<ChannelOutcome> {
    return this.post({ type: 'warning', ...content }, method, now, {}, deadlineMs);
  }

  private async post(
    content: WebhookPage | WebhookBundle | WebhookVerification | WebhookWarning,
    method: ContactMethodAddress,
    now: string,
    extra: Readonly<Record<string, string>>,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<ChannelOutcome> {
    const { address, secret } = method;
    return postSigned(this.http, content, { address, secret, now, version: this.version, headers: extra, deadlineMs, signal });
  }
}
