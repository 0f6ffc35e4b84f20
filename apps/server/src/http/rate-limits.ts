import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { openBudgets, type OpenBudget } from '@tocsin/contracts/routes/open-terms.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem } from '../problems/problem.js';
import type { NetworkBudget } from './declared-routes.js';
import { networkOf } from './network.js';

const dependencies = ['clock'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const limiterPerMinute = (points: number): RateLimiterMemory => new RateLimiterMemory({ points, duration: 60 });

const limiterPerDay = (points: number): RateLimiterMemory => new RateLimiterMemory({ points, duration: duration.day / 1_000 });

const createOpenBudgets = (): Readonly<Record<OpenBudget, RateLimiterMemory>> =>
  Object.fromEntries(Object.entries(openBudgets).map(([budget, { perMinute }]) => [budget, limiterPerMinute(perMinute)])) as Record<
    OpenBudget,
    RateLimiterMemory
  >;

const createBudgets = () => ({
  ...createOpenBudgets(),
  /** By tokens; a person’s tokens have one budget, so that a program does not use up that of their screens. */
  reads: limiterPerMinute(limits.readsPerMinute),
  screenReads: limiterPerMinute(limits.screenReadsPerMinute),
  /** With `at`; they count as reads, too. */
  pastReads: limiterPerMinute(limits.pastReadsPerMinute),
  films: limiterPerMinute(limits.filmsPerMinute),
  writes: limiterPerMinute(limits.writesPerMinute),
  /** A separate budget, so that nothing else can use up the acknowledgements. */
  acts: limiterPerMinute(limits.actsPerMinute),
  /** Lists that senders ask for: by integration. */
  senderLists: limiterPerMinute(limits.senderListsPerMinute),
  /** Typed addresses, whose names are resolved: by person. */
  addresses: limiterPerMinute(limits.addressesPerMinute),
  /** Wrong secrets, by address; right ones are never counted. */
  guesses: limiterPerMinute(limits.wrongGuessesPerMinute),
  /** Messages to an address that may belong to a stranger. */
  codes: new RateLimiterMemory({ points: peopleLimits.codesPerHour, duration: duration.hour / 1_000 }),
  /** Codes by SMS and calls, each of which costs. */
  phoneCodesToNumber: limiterPerDay(contactLimits.phoneCodesPerDay.number),
  phoneCodesOfPerson: limiterPerDay(contactLimits.phoneCodesPerDay.person),
  phoneCodes: limiterPerDay(contactLimits.phoneCodesPerDay.organisation),
});
export type Budget = keyof ReturnType<typeof createBudgets>;

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
  async take(budget: Exclude<Budget, NetworkBudget | 'guesses'>, limiterKey: string, requests = 1): Promise<void> {
    this.refuse(await this.spend(budget, limiterKey, requests));
  }

  /** The same for requests that are counted by the network of their address. */
  async takeOfNetwork(budget: NetworkBudget, address: string): Promise<void> {
    this.refuse(await this.spend(budget, networkOf(address)));
  }

  /** Counts a wrong secret from this address: seconds to wait when there were too many, or null. */
  secondsUntilGuess(address: string): Promise<number | null> {
    return this.spend('guesses', networkOf(address));
  }

  /** It was no guess: its place is free again. */
  async forgiveGuess(address: string): Promise<void> {
    if (this.parts.clock.kind !== 'manual') await this.budgets.guesses.reward(networkOf(address));
  }

  /** Counts a list that a sender asks for: seconds to wait when there were too many, or null. */
  secondsUntilList(integrationId: string): Promise<number | null> {
    return this.spend('senderLists', integrationId);
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
