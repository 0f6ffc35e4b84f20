import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Account } from '../connections/accounts.js';
import type { AccountVerdict } from '../core/breaker.js';
import type { ConnectionHealth } from '../core/connection-health.js';
import { withoutSecrets } from '../core/without-secrets.js';
import { failedOutcome, outcomeOf, type ChannelOutcome } from './channel.js';

export type BreakerDependencies = Pick<ConnectionHealth, 'begin' | 'onAnswer'>;

export interface Answered {
  readonly outcome: ChannelOutcome;
  readonly verdict: AccountVerdict;
}

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
  const outcome = await outcomeOf(async () => {
    const answered = await call();
    ({ verdict } = answered);
    return answered.outcome;
  }).then((answered) =>
    answered.ok ? answered : { ...answered, detail: withoutSecrets(answered.detail, Object.values(account.secrets)) },
  );
  connections.onAnswer(account, {
    to,
    verdict,
    ok: outcome.ok,
    detail: outcome.ok ? '' : `${deliveryReasons[outcome.reason]} ${outcome.detail}`.trim(),
    isRefused: !outcome.ok && outcome.reason === 'delivery.connection_refused',
  });
  return outcome;
};
