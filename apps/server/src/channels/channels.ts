import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { browserChannel } from './browser/channel.js';
import type { Channel } from './channel.js';
import type { ChannelDependencies } from './dependencies.js';
import { emailChannel } from './email/channel.js';
import { gotifyChannel } from './gotify/channel.js';
import { ntfyChannel } from './ntfy/channel.js';
import { pushChannel } from './push/channel.js';
import { slackChannel } from './slack/channel.js';
import { smsChannel } from './sms/channel.js';
import { voiceChannel } from './voice/channel.js';
import { webhookChannel } from './webhook/channel.js';

/** The only list of channels. */
const makers: { readonly [K in ContactKind]: (dependencies: ChannelDependencies) => Channel } = {
  email: emailChannel,
  webhook: webhookChannel,
  browser: browserChannel,
  ntfy: ntfyChannel,
  gotify: gotifyChannel,
  sms: smsChannel,
  voice: voiceChannel,
  slack: slackChannel,
  push: pushChannel,
};

export type ChannelsByKind = Readonly<Record<ContactKind, Channel>>;

/** A channel for each kind of contact method. */
export class Channels {
  readonly byKind: ChannelsByKind;

  constructor(private readonly dependencies: ChannelDependencies) {
    const made = Object.entries(makers).map(([kind, make]) => [kind, make(dependencies)] as const);
    this.byKind = Object.fromEntries(made) as ChannelsByKind;
  }

  /** The same channels, calling by other means. */
  with(calls: ChannelDependencies['calls']): ChannelsByKind {
    return new Channels({ ...this.dependencies, calls }).byKind;
  }
}
