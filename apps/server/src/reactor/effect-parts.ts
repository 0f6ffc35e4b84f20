import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { Channel } from '../deliveries/channel.js';
import type { MessageDependencies } from '../deliveries/page-message.js';

/** The parts needed to call a provider. */
export interface EffectDependencies extends MessageDependencies {
  readonly channels: Readonly<Record<ContactKind, Channel>>;
}
