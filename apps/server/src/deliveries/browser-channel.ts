import type { RingingPage } from '@tocsin/contracts/live.js';
import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import {
  Channel,
  failedOutcome,
  type ContactMethodAddress,
  type ChannelOutcome,
  type PageMessage,
  type Preview,
  type BundleMessage,
  type RingUpdate,
} from './channel.js';
import { button, headline, shortenTitle } from './wording.js';

/** The browser tabs that people have open. */
export abstract class OpenTabs {
  /** True when a tab of this person with its sound on confirmed the page; false when none did within `timeoutMs`. */
  abstract notifyTabs(personId: string, page: RingingPage, timeoutMs: number): Promise<boolean>;
}

/** Who asks, for a page from a person. */
export const asksOf = (cause: PageCause): Pick<RingingPage, 'asks'> =>
  cause.kind === 'person' ? { asks: { by: cause.by, takeOver: cause.reassigns === true } } : {};

/** The page as a tab shows it. */
export const tabPage = (message: PageMessage): RingingPage => {
  const { pageId, groupId, number, title, urgency, quiet, cause, test, serviceName } = message;
  return { pageId, groupId, number, title: shortenTitle(title), urgency, quiet, cause: cause.kind, test, serviceName, ...asksOf(cause) };
};

/** One notification for all pages of a bundle: shows the first page, and the number of pages. */
export const tabBundle = ({ bundleId, first, count }: BundleMessage): RingingPage => ({
  ...tabPage(first[0]!),
  ring: bundleId,
  more: count - 1,
});

/** Notifies open tabs. Quiet pages are shown without sound. */
export class BrowserChannel extends Channel {
  readonly kind = 'browser';
  constructor(private readonly tabs: OpenTabs) {
    super();
  }

  async deliver(message: PageMessage, _method: ContactMethodAddress, deadlineMs: number): Promise<ChannelOutcome> {
    return this.callTabs(message.personId, tabPage(message), deadlineMs);
  }

  previewBundle(message: BundleMessage): Preview {
    const { serviceName } = tabBundle(message);
    const text = `${serviceName ?? ''} and ${message.count - 1} more`.trim();
    return { title: headline(message.first[0]!), text, isJson: false, acts: [button(message.first[0]!).label] };
  }

  async deliverBundle(message: BundleMessage, _method: ContactMethodAddress, deadlineMs: number): Promise<ChannelOutcome> {
    return this.callTabs(message.personId, tabBundle(message), deadlineMs);
  }

  override async update(update: RingUpdate, _method: ContactMethodAddress, deadlineMs: number): Promise<ChannelOutcome> {
    const { personId } = 'page' in update ? update.page : update.bundle;
    const page = 'page' in update ? tabPage(update.page) : tabBundle(update.bundle);
    return this.callTabs(personId, { ...page, waiting: update.waiting }, deadlineMs);
  }

  private async callTabs(personId: string, page: RingingPage, deadlineMs: number): Promise<ChannelOutcome> {
    const timeoutMs = Math.min(deadlineMs, alertGroupLimits.tabAnswers);
    const hasPlayed = await this.tabs.notifyTabs(personId, page, timeoutMs);
    if (hasPlayed) return { ok: true, state: 'delivered', providerId: null };
    return failedOutcome('delivery.no_open_tab', `No open tab answered within ${timeoutMs / 1_000} s.`, true);
  }

  preview(message: PageMessage): Preview {
    return { title: headline(message), text: tabPage(message).serviceName ?? '', isJson: false, acts: [button(message).label] };
  }
}
