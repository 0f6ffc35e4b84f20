import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import { mailServerOf } from '../core/mail-server.js';
import type { PublicAddress } from '../core/public-address.js';
import type { ServerParts } from '../core/server-parts.js';
import { pushContact, pushKeysOf } from '../secrets/push-keys.js';
import { BrowserChannel, type OpenTabs } from './browser-channel.js';
import type { Channel } from './channel.js';
import { EmailChannel } from './email-channel.js';
import { PushChannel } from './push-channel.js';
import { WebhookChannel } from './webhook-channel.js';

interface ChannelParts {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'reads' | 'vault'>;
  readonly mailer: Mailer;
  readonly http: OutgoingHttp;
  readonly live: OpenTabs;
  readonly address: Pick<PublicAddress, 'url'>;
  readonly version: string;
}

/** A channel for each kind of contact method. */
export const channelsOf = ({ server, mailer, http, live, address, version }: ChannelParts): Readonly<Record<ContactKind, Channel>> => ({
  email: new EmailChannel(mailer),
  webhook: new WebhookChannel(http, version),
  browser: new BrowserChannel(live),
  push: new PushChannel({
    http,
    keys: pushKeysOf(server.vault),
    contact: () => pushContact(address.url(), mailServerOf(server)?.from ?? server.config.mailFrom),
    now: () => server.clock.now(),
  }),
});
