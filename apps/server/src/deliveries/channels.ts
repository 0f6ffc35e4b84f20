import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { mailServerOf } from '../core/mail-server.js';
import type { PushHealth } from '../core/push-health.js';
import type { PublicAddress } from '../core/public-address.js';
import type { ServerParts } from '../core/server-parts.js';
import { pushContact, pushKeysOf } from '../secrets/push-keys.js';
import { BrowserChannel, type OpenTabs } from './browser-channel.js';
import type { Channel } from './channel.js';
import { EmailChannel } from './email-channel.js';
import { PushChannel } from './push-channel.js';
import type { TimedCalls } from './timed-calls.js';
import { WebhookChannel } from './webhook-channel.js';

export interface ChannelDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'reads' | 'vault'>;
  readonly calls: Pick<TimedCalls, 'http' | 'mailer'>;
  readonly tabs: OpenTabs;
  readonly address: Pick<PublicAddress, 'url'>;
  readonly push: Pick<PushHealth, 'onAnswer'>;
}

/** A channel for each kind of contact method. */
export class Channels {
  readonly byKind: Readonly<Record<ContactKind, Channel>>;

  constructor({ server, calls, tabs, address, push }: ChannelDependencies) {
    this.byKind = {
      email: new EmailChannel(calls.mailer),
      webhook: new WebhookChannel(calls.http, version),
      browser: new BrowserChannel(tabs),
      push: new PushChannel({
        http: calls.http,
        keys: pushKeysOf(server.vault),
        contact: () => pushContact(address.url(), mailServerOf(server)?.from ?? server.config.mailFrom),
        now: () => server.clock.now(),
        onAnswer: push.onAnswer,
      }),
    };
  }
}
