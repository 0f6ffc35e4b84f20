import { throughOf } from '@tocsin/contracts/contacts/kinds.js';
import { accountOf, type Account } from '../../connections/accounts.js';
import type { ServerParts } from '../../core/server-parts.js';
import { gatewayProvider } from '../sms-gateway/provider.js';
import type { SmsProvider } from './provider.js';
import { twilioProvider } from './twilio.js';

export const smsProviders: readonly SmsProvider[] = [gatewayProvider, twilioProvider];

/** What SMS are sent by now: the preferred kind of those that are set up; null: none is. */
export const smsSenderOf = (
  server: Pick<ServerParts, 'reads' | 'vault'>,
): { readonly provider: SmsProvider; readonly account: Account } | null => {
  for (const kind of throughOf('sms')) {
    const account = accountOf(server, kind);
    const provider = smsProviders.find((one) => one.kind === kind);
    if (account && provider) return { provider, account };
  }
  return null;
};
