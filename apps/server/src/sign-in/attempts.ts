import { limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import { networkOf } from '../http/network.js';
import { attemptsKey } from '../secrets/keyed.js';

/** What somebody tries: a password or a code; or asks for, which is counted alike. */
export interface Tried {
  readonly what: 'password' | 'code' | 'reset';
  /** Whose: an e-mail address as it was typed, or an id. */
  readonly account: string;
  /** From where; null: from within a session of theirs. */
  readonly address: string | null;
  /** This browser has signed in to the account before: what others get wrong does not hold it up. */
  readonly isKnown?: boolean;
}

/** An attempt counts as wrong from its beginning, so that a hundred at once are no more than one after the other. */
export interface Attempt {
  /** It was right: it does not count. */
  right(): void;
}

interface Bound {
  readonly who: string;
  readonly most: number;
}

/**
 * How often somebody may be wrong. Counted for an account from one address, for an address, and for an account in all. A browser that has
 * signed in to the account before has a count of its own: whoever guesses elsewhere can’t lock the person out for ever.
 */
export class Attempts {
  constructor(private readonly parts: Pick<ServerParts, 'side' | 'vault' | 'clock'>) {}

  /** Throws limit.rate when there were too many. */
  begin(tried: Tried): Attempt {
    const { window } = this.rule(tried);
    const bounds = this.bounds(tried);
    const now = this.parts.clock.now();
    const { refusedSignIns } = this.parts.side;
    const isOver = bounds.some(({ who, most }) => refusedSignIns.countSince(who, plus(now, -window)) >= most);
    if (isOver) throw new HttpProblem('limit.rate', { seconds: window / 1_000 }, undefined, window / 1_000);
    refusedSignIns.prune(plus(now, -longest));
    for (const { who } of bounds) refusedSignIns.note(who, now);
    return {
      right: () => {
        for (const { who } of bounds) refusedSignIns.takeBack(who, now);
        refusedSignIns.forget(bounds[0]!.who);
      },
    };
  }

  private rule({ what }: Tried) {
    return what === 'reset' ? limits.resetsAsked : limits.signInAttempts;
  }

  /** The first is the one that being right makes good. */
  private bounds(tried: Tried): readonly Bound[] {
    const { what, address, isKnown } = tried;
    const { perAccount, perAddress, perAccountInAll } = this.rule(tried);
    const account = `${what}:${tried.account.trim().toLowerCase()}`;
    if (isKnown || address === null) return [{ who: this.hashed(`known:${account}`), most: perAccount }];
    const network = networkOf(address);
    return [
      { who: this.hashed(`pair:${account}|${network}`), most: perAccount },
      { who: this.hashed(`address:${what}:${network}`), most: perAddress },
      { who: this.hashed(`account:${account}`), most: perAccountInAll },
    ];
  }

  private hashed(text: string): string {
    return attemptsKey(this.parts.vault, text);
  }
}

const longest = Math.max(limits.signInAttempts.window, limits.resetsAsked.window);
