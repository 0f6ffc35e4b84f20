import * as accessLimits from '@tocsin/contracts/access/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import { networkOf } from '../http/network.js';
import { attemptsKey } from '../secrets/purpose-macs.js';

/** An attempt with a password or code, or a request for a reset, which is counted in the same way. */
export interface SignInAttempt {
  readonly what: 'password' | 'code' | 'reset';
  /** The account: an e-mail address as it was typed, or an id. */
  readonly account: string;
  /** The client’s address; null when the attempt comes from a session of the person. */
  readonly address: string | null;
  /** This browser has signed in to the account before: wrong attempts from elsewhere don’t block it. */
  readonly isKnown?: boolean;
}

/** An attempt counts as wrong from its start, so that a hundred at once are limited like a hundred in sequence. */
export interface CountedAttempt {
  /** It was right, so it does not count. */
  succeed(): void;
}

interface AttemptLimit {
  readonly who: string;
  readonly most: number;
}

/**
 * Limits wrong attempts: for an account from one address, for an address, and for an account in total. A browser that has signed in
 * to the account before is counted separately, so that an attacker elsewhere can’t lock the person out forever.
 */
export class Attempts {
  constructor(private readonly parts: Pick<ServerParts, 'side' | 'vault' | 'clock'>) {}

  /** Throws limit.rate after too many. */
  begin(attempt: SignInAttempt): CountedAttempt {
    const { window } = this.limitsFor(attempt);
    const bounds = this.limitsOf(attempt);
    const now = this.parts.clock.now();
    const { refusedSignIns } = this.parts.side;
    const isOver = bounds.some(({ who, most }) => refusedSignIns.countSince(who, addMillis(now, -window)) >= most);
    if (isOver) throw new HttpProblem('limit.rate', { seconds: window / 1_000 }, undefined, window / 1_000);
    refusedSignIns.prune(addMillis(now, -longest));
    for (const { who } of bounds) refusedSignIns.note(who, now);
    return {
      succeed: () => {
        for (const { who } of bounds) refusedSignIns.takeBack(who, now);
        refusedSignIns.forget(bounds[0]!.who);
      },
    };
  }

  private limitsFor({ what }: SignInAttempt) {
    return what === 'reset' ? accessLimits.resetsAsked : accessLimits.signInAttempts;
  }

  /** A right attempt resets the first limit. */
  private limitsOf(attempt: SignInAttempt): readonly AttemptLimit[] {
    const { what, address, isKnown } = attempt;
    const { perAccount, perAddress, perAccountInAll } = this.limitsFor(attempt);
    const account = `${what}:${attempt.account.trim().toLowerCase()}`;
    if (isKnown || address === null) return [{ who: this.hashKey(`known:${account}`), most: perAccount }];
    const network = networkOf(address);
    return [
      { who: this.hashKey(`pair:${account}|${network}`), most: perAccount },
      { who: this.hashKey(`address:${what}:${network}`), most: perAddress },
      { who: this.hashKey(`account:${account}`), most: perAccountInAll },
    ];
  }

  private hashKey(text: string): string {
    return attemptsKey(this.parts.vault, text);
  }
}

const longest = Math.max(accessLimits.signInAttempts.window, accessLimits.resetsAsked.window);
