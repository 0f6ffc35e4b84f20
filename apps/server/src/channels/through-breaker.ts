import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Account } from '../connections/accounts.js';
import type { AccountVerdict } from '../core/breaker.js';
import type { ConnectionHealth } from '../core/connection-health.js';
import { withoutSecrets } from '../core/without-secrets.js';
import { failedOutcome, outcomeOf, type ChannelOutcome } from './channel.js';

export type BreakerDependencies = Pick<ConnectionHealth, 'begin' | 'isStopped' | 'onAnswer'>;

export interface Answered {
  readonly outcome: ChannelOutcome;
  readonly verdict: AccountVerdict;
}

const withoutSecretsOf = (account: Account, outcome: ChannelOutcome): ChannelOutcome =>
  outcome.ok ? outcome : { ...outcome, detail: withoutSecrets(outcome.detail, Object.values(account.secrets)) };

/** Calls through an account unless it is left alone; what comes of it says nothing of whether pages get through, and takes no page’s try. */
export const besideBreaker = async (
  { isStopped }: Pick<BreakerDependencies, 'isStopped'>,
  account: Account,
  call: () => Promise<ChannelOutcome>,
): Promise<ChannelOutcome> =>
  isStopped(account) ? failedOutcome('delivery.connection_stopped', '', true) : withoutSecretsOf(account, await outcomeOf(call));

/** Calls through an account unless it is left alone, so that no page waits for a broken provider; and tells the account’s health what came of it. */
export const throughBreaker = async (
  connections: BreakerDependencies,
  account: Account,
  to: string,
  call: () => Promise<Answered>,
): Promise<ChannelOutcome> => {
  // it may work again before the page is answered
  if (!connections.begin(account)) return failedOutcome('delivery.connection_stopped', '', true);
  // without an answer
  let verdict: AccountVerdict = 'fails';
  const answer = await outcomeOf(async () => {
    const answered = await call();
    ({ verdict } = answered);
    return answered.outcome;
  });
  const outcome = withoutSecretsOf(account, answer);
  connections.onAnswer(account, {
    to,
    verdict,
    ok: outcome.ok,
    detail: outcome.ok ? '' : `${deliveryReasons[outcome.reason]} ${outcome.detail}`.trim(),
    isRefused: !outcome.ok && outcome.reason === 'delivery.connection_refused',
  });
  return outcome;
};
