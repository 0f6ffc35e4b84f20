import { callingCodeOf } from '@tocsin/contracts/calling-codes.js';
import type { Account } from '../connections/accounts.js';
import { callTwilio, type Form } from '../connections/twilio.js';
import { codeOf, toOutcome, verdictOfAccount } from '../connections/twilio-answers.js';
import type { Call, ChannelOutcome } from './channel.js';
import type { ChannelDependencies } from './dependencies.js';
import type { Answered } from './through-breaker.js';

export type TwilioDependencies = Pick<ChannelDependencies, 'address' | 'connections'> & {
  readonly server: Pick<ChannelDependencies['server'], 'clock' | 'reads' | 'vault'>;
  readonly calls: Pick<ChannelDependencies['calls'], 'http'>;
};

/** The address for reports is one that Twilio can’t call: the message goes without. */
const callbackRefused = 21_609;

interface Sending {
  readonly resource: 'Messages' | 'Calls';
  readonly to: string;
  readonly form: Form;
  /** Fields for reports; they are left out when Twilio refuses their address. */
  readonly callback: Form;
}

/** An SMS is charged by its parts, a call by begun minutes: the least is one. */
const withCharge = (
  outcome: ReturnType<typeof toOutcome>,
  resource: Sending['resource'],
  { connectionId }: Account,
  to: string,
): ChannelOutcome => {
  if (!outcome.ok || connectionId === null) return outcome;
  const { parts, ...sent } = outcome;
  const units = resource === 'Calls' ? ({ unit: 'minute', count: 1 } as const) : ({ unit: 'part', count: parts } as const);
  return { ...sent, charge: { ...units, connectionId, country: callingCodeOf(to) } };
};

export const sendByTwilio = async (
  { server, calls: { http } }: TwilioDependencies,
  account: Account,
  { resource, to, form, callback }: Sending,
  call: Call,
): Promise<Answered> => {
  const fields: Form = [['To', to], ...form];
  let answer = await callTwilio(http, account, resource, [...fields, ...callback], call);
  if (callback.length > 0 && codeOf(answer) === callbackRefused) answer = await callTwilio(http, account, resource, fields, call);
  return { outcome: withCharge(toOutcome(answer, server.clock.now()), resource, account, to), verdict: verdictOfAccount(answer) };
};
