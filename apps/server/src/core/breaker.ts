import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';

/**
 * What an answer says about the account: that its provider takes it, refuses its credentials, or fails for everybody; `nothing` where only this message or
 * number is meant, or its provider wants fewer.
 */
export type AccountVerdict = 'works' | 'refused' | 'fails' | 'nothing';

/** Closed: calls are made. Open: the account is left alone, but for one try at a time. */
export interface Breaker {
  readonly failures: readonly { readonly at: string; readonly to: string }[];
  readonly openSince: string | null;
  /** When the next try may be made. */
  readonly tryAt: string;
}

export const closedBreaker: Breaker = { failures: [], openSince: null, tryAt: '' };

export const mayCall = ({ openSince, tryAt }: Breaker, now: string): boolean => openSince === null || now >= tryAt;

/** A call begins: while open, no other one until this one had its time. */
export const afterStart = (breaker: Breaker, now: string): Breaker =>
  breaker.openSince === null ? breaker : { ...breaker, tryAt: addMillis(now, connectionLimits.triedEvery) };

/** Opens at once for refused credentials, else after failures of several destinations: one may fail by itself. Any accepted message closes it. */
export const afterAnswer = (breaker: Breaker, verdict: AccountVerdict, to: string, now: string): Breaker => {
  if (verdict === 'works') return closedBreaker;
  if (verdict === 'nothing') return breaker;
  const from = addMillis(now, -connectionLimits.failuresWithin);
  const failures = [...breaker.failures.filter((one) => one.at > from && one.to !== to), { at: now, to }].slice(
    -connectionLimits.failuresToStop,
  );
  const isBroken = breaker.openSince !== null || verdict === 'refused' || failures.length === connectionLimits.failuresToStop;
  return isBroken
    ? { failures, openSince: breaker.openSince ?? now, tryAt: addMillis(now, connectionLimits.triedEvery) }
    : { ...breaker, failures };
};
