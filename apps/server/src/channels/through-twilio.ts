import { callingCodeOf } from '@tocsin/contracts/calling-codes.js';
import { accountAt, answeredAccounts, type Account } from '../connections/accounts.js';
import { callTwilio, deleteAtTwilio, hangUpAtTwilio, type Form } from '../connections/twilio.js';
import { codeOf, toOutcome, verdictOfAccount } from '../connections/twilio-answers.js';
import { erasedOutcome, failedOutcome, type Call, type ChannelOutcome, type Erasing } from './channel.js';
import type { ChannelDependencies } from './dependencies.js';
import { besideBreaker, type Answered } from './through-breaker.js';

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

/** It is not deleted while it is on its way. */
const notComplete = 20_009;

/** Deletes what was sent through Twilio; a message of a plain gateway has another id, and stays. */
export const eraseAtTwilio =
  ({ server, calls: { http }, connections }: TwilioDependencies, resource: Sending['resource']): Erasing =>
  async ({ providerId, sentAt, connectionId }, call) => {
    if (connectionId !== null && server.reads.connections.get(connectionId)?.kind === 'gateway') return null;
    const answered = answeredAccounts(server, 'twilio');
    const account = connectionId === null ? accountAt(server, 'twilio', sentAt) : answered.find((one) => one.connectionId === connectionId);
    if (!account) return failedOutcome('delivery.connection_removed', '', false);
    return besideBreaker(connections, account, async () => {
      const answer = await deleteAtTwilio(http, account, resource, providerId, call);
      if (answer.status === 404 || (answer.status >= 200 && answer.status < 300)) return erasedOutcome;
      const isLater = codeOf(answer) === notComplete || answer.status === 429 || answer.status >= 500;
      const reason = verdictOfAccount(answer) === 'refused' ? 'delivery.connection_refused' : 'delivery.provider_rejected';
      return failedOutcome(reason, `Answered ${answer.status}.`, isLater);
    });
  };

/** Ends a call; one that has ended stays so. */
export const hangUp =
  ({ server, calls: { http }, connections }: TwilioDependencies): Erasing =>
  async ({ providerId, sentAt }, call) => {
    const account = accountAt(server, 'twilio', sentAt);
    if (!account) return null;
    return besideBreaker(connections, account, async () => {
      const { status } = await hangUpAtTwilio(http, account, providerId, call);
      const isLater = status === 429 || status >= 500;
      return isLater ? failedOutcome('delivery.provider_rejected', `Answered ${status}.`, true) : erasedOutcome;
    });
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
