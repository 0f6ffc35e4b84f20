import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { accountOf, type Account } from '../connections/accounts.js';
import { callTwilio, type Form } from '../connections/twilio.js';
import { codeOf, toOutcome } from '../connections/twilio-answers.js';
import { failedOutcome, outcomeOf, type Call, type ChannelOutcome } from './channel.js';
import type { ChannelDependencies } from './dependencies.js';

export type TwilioDependencies = Pick<ChannelDependencies, 'address' | 'connections'> & {
  readonly server: Pick<ChannelDependencies['server'], 'clock' | 'reads' | 'vault'>;
  readonly calls: Pick<ChannelDependencies['calls'], 'http'>;
};

/** The address for reports is one that Twilio can’t call: the message goes without. */
const callbackRefused = 21_609;

interface Sending {
  readonly resource: 'Messages' | 'Calls';
  readonly form: (account: Account) => Form;
  /** Fields for reports; they are left out when Twilio refuses their address. */
  readonly callback: Form;
}

/** Sends through the connection, and tells its health what came of it. */
export const sendThroughTwilio = (
  { server, calls: { http }, connections }: TwilioDependencies,
  { resource, form, callback }: Sending,
  call: Call,
): Promise<ChannelOutcome> =>
  outcomeOf(async () => {
    const account = accountOf(server, 'twilio');
    if (!account) return failedOutcome('delivery.connection_removed', '', false);
    const fields = form(account);
    let answer = await callTwilio(http, account, resource, [...fields, ...callback], call);
    if (callback.length > 0 && codeOf(answer) === callbackRefused) answer = await callTwilio(http, account, resource, fields, call);
    const outcome = toOutcome(answer, server.clock.now());
    if (account.connectionId !== null)
      connections.onAnswer(account.connectionId, {
        ok: outcome.ok,
        detail: outcome.ok ? '' : `${deliveryReasons[outcome.reason]} ${outcome.detail}`,
        isRefused: !outcome.ok && outcome.reason === 'delivery.connection_refused',
      });
    return outcome;
  });
