import type { ChannelsByKind } from '../channels/channels.js';
import type { MessageDependencies } from '../deliveries/page-message.js';

/** The parts needed to call a provider. */
export interface EffectDependencies extends MessageDependencies {
  readonly channels: ChannelsByKind;
}
