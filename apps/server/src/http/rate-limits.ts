import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as calendarFeedLimits from '@tocsin/contracts/calendar-feeds/limits.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem } from '../problems/problem.js';
import { networkOf } from './network.js';

const dependencies = ['clock'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const limiterPerMinute = (points: number): RateLimiterMemory => new RateLimiterMemory({ points, duration: 60 });

const createBudgets = () => ({
  /** By tokens; a person’s tokens have one budget, so that a program does not use up that of their screens. */
  reads: limiterPerMinute(limits.readsPerMinute),
  screenReads: limiterPerMinute(limits.screenReadsPerMinute),
  writes: limiterPerMinute(limits.writesPerMinute),
  /** A separate budget, so that nothing else can use up the acknowledgements. */
  acts: limiterPerMinute(limits.actsPerMinute),
  /** Typed addresses, whose names are resolved: by person. */
  addresses: limiterPerMinute(limits.addressesPerMinute),
  /** By page link, and apart: reading does not use up the acknowledgement. */
  linkReads: limiterPerMinute(alertGroupLimits.linkReadsPerMinute),
  linkActs: limiterPerMinute(alertGroupLimits.linkActsPerMinute),
  /** Wrong secrets, by address; right ones are never counted. */
  guesses: limiterPerMinute(limits.wrongGuessesPerMinute),
  /** A budget for each calendar feed: one that is read too often does not block the others. */
  feeds: limiterPerMinute(calendarFeedLimits.feedReadsPerMinute),
  /** Messages to an address that may belong to a stranger. */
  codes: new RateLimiterMemory({ points: peopleLimits.codesPerHour, duration: duration.hour / 1_000 }),
  /** Requests without any secret, by network. */
  strangers: limiterPerMinute(limits.strangersPerMinute),
  documents: limiterPerMinute(limits.strangersDocumentsPerMinute),
  rounds: limiterPerMinute(limits.strangersRoundsPerMinute),
});
export type Budget = keyof ReturnType<typeof createBudgets>;
/** Budgets by network. */
type NetworkBudget = 'guesses' | 'strangers' | 'documents' | 'rounds';

/** Seconds to wait; null when there was room. */
const consume = async (limiter: RateLimiterMemory, key: string, points = 1): Promise<number | null> => {
  try {
    await limiter.consume(key, points);
    return null;
  } catch (full) {
    if (!(full instanceof RateLimiterRes)) throw full;
    return Math.max(Math.ceil(full.msBeforeNext / 1_000), 1);
  }
};

/**
 * Rate limits, in the memory of this process. With a manual clock no budget would ever be refilled, so only tries of codes are
 * counted.
 */
@Injectable()
export class RateLimits {
  private readonly budgets = createBudgets();
  private readonly tries = new RateLimiterMemory({ points: contactLimits.triesPerCode, duration: contactLimits.verificationCode / 1_000 });

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** `requests`: how many it counts for. Throws HttpProblem limit.rate with the time to wait. */
  async take(budget: Exclude<Budget, NetworkBudget>, limiterKey: string, requests = 1): Promise<void> {
    this.refuse(await this.spend(budget, limiterKey, requests));
  }

  /** The same for requests that are counted by the network of their address. */
  async takeOfNetwork(budget: NetworkBudget, address: string): Promise<void> {
    this.refuse(await this.spend(budget, networkOf(address)));
  }

  /** Counts a wrong secret from this address. Throws limit.rate when there were too many; otherwise the caller reports the error. */
  async noteGuess(address: string): Promise<void> {
    await this.takeOfNetwork('guesses', address);
  }

  /** The same for routes with their own error format: seconds to wait, or null. */
  secondsUntilGuess(address: string): Promise<number | null> {
    return this.spend('guesses', networkOf(address));
  }

  /** Counts one more try of a code. False once it has been tried too often, right or wrong. */
  async canTry(code: string): Promise<boolean> {
    return (await consume(this.tries, code)) === null;
  }

  private async spend(budget: Budget, limiterKey: string, requests = 1): Promise<number | null> {
    return this.parts.clock.kind === 'manual' ? null : consume(this.budgets[budget], limiterKey, requests);
  }

  private refuse(seconds: number | null): void {
    if (seconds !== null) throw new HttpProblem('limit.rate', { seconds }, undefined, seconds);
  }
}
