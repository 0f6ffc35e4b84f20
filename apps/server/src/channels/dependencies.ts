import type { PublicAddress } from '../core/public-address.js';
import type { PushHealth } from '../core/push-health.js';
import type { ServerParts } from '../core/server-parts.js';
import type { TimedCalls } from '../deliveries/timed-calls.js';
import type { BreakerDependencies } from './through-breaker.js';
import type { OpenTabs } from './browser/open-tabs.js';

/** What channels are made of: each takes its part. */
export interface ChannelDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'decode' | 'log' | 'reads' | 'redactions' | 'vault'>;
  readonly calls: Pick<TimedCalls, 'http' | 'mailer'>;
  readonly tabs: OpenTabs;
  readonly address: Pick<PublicAddress, 'url'>;
  readonly connections: BreakerDependencies;
  readonly push: Pick<PushHealth, 'onAnswer'>;
}
