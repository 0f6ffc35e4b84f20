import type { ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { Account } from '../../connections/accounts.js';
import type { Call } from '../channel.js';
import type { ChannelDependencies } from '../dependencies.js';
import type { Inbound, InboundModule, ProviderRequest } from '../inbound.js';
import type { ConnectionHealth } from '../../core/connection-health.js';
import type { Answered, BreakerDependencies } from '../through-breaker.js';
import type { Reported } from './render.js';

export type SmsDependencies = Pick<ChannelDependencies, 'address'> & {
  readonly connections: BreakerDependencies & Partial<Pick<ConnectionHealth, 'onListening' | 'onNotListening'>>;
  readonly server: Pick<ChannelDependencies['server'], 'clock' | 'decode' | 'log' | 'reads' | 'redactions' | 'vault'>;
  readonly calls: Pick<ChannelDependencies['calls'], 'http'>;
};
export type SmsInboundDependencies = Pick<SmsDependencies, 'server' | 'address'>;

export interface OutgoingSms {
  readonly to: string;
  readonly text: string;
  readonly reported: Reported | null;
}

/** A reply as it came: by a call of the provider, or in its list. */
export interface ReceivedText {
  readonly from: string;
  readonly text: string;
  /** The same of one that is repeated. */
  readonly key: string;
  /** The provider’s id of it; absent: it gives none. */
  readonly id?: string;
  /** When it was sent, by the provider’s list; absent: it has just come. */
  readonly at?: string;
  /** When the account that it came through was removed: what was sent later went through another one. */
  readonly removedAt?: string | undefined;
}

/** What a provider calls for: a report, or a reply. `isAnswered`: it answers this reply itself. */
export type SmsRequest = { readonly report: readonly Inbound[] } | { readonly reply: ReceivedText; readonly isAnswered?: boolean };

/** A kind of connection that sends SMS: the rest, from grammar to costs, is one for all. */
export interface SmsProvider {
  readonly kind: ConnectionKind;
  readonly door: Pick<InboundModule, 'at' | 'paths' | 'isCalledByGet'>;
  readonly send: (dependencies: SmsDependencies, account: Account, sms: OutgoingSms, call: Call) => Promise<Answered>;
  readonly verify: (dependencies: SmsInboundDependencies, request: ProviderRequest) => boolean;
  /** Null: it can’t be read. */
  readonly read: (
    dependencies: SmsInboundDependencies & Pick<SmsDependencies, 'connections'>,
    request: ProviderRequest,
  ) => SmsRequest | null;
  /** The answer that is sent to the phone; empty texts are none. */
  readonly answer: (texts: readonly string[]) => ReturnType<InboundModule['answer']>;
}
