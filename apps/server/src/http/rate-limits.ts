import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { HttpProblem } from '../problems/problem.js';

const needs = ['clock'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

const perMinute = (points: number): RateLimiterMemory => new RateLimiterMemory({ points, duration: 60 });

const newBudgets = () => ({
  reads: perMinute(limits.readsPerMinute),
  writes: perMinute(limits.writesPerMinute),
  /** Of their own, so that nothing else can use up an acknowledge. */
  acts: perMinute(limits.actsPerMinute),
  /** Wrong secrets, by address; the right one is never counted. */
  guesses: perMinute(limits.wrongGuessesPerMinute),
  /** Of each calendar feed: one that is read too often keeps nobody else’s from being read. */
  feeds: perMinute(limits.feedReadsPerMinute),
  /** Messages to somebody’s address, which may be a stranger’s. */
  codes: new RateLimiterMemory({ points: limits.codesPerHour, duration: duration.hour / 1_000 }),
});
export type Budget = keyof ReturnType<typeof newBudgets>;

/** A network of one household: of IPv6 the first half. */
const neighbourhood = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
};

/** Seconds to wait; null: there was room. */
const consume = async (limiter: RateLimiterMemory, key: string): Promise<number | null> => {
  try {
    await limiter.consume(key);
    return null;
  } catch (full) {
    if (!(full instanceof RateLimiterRes)) throw full;
    return Math.max(Math.ceil(full.msBeforeNext / 1_000), 1);
  }
};

/** How much one may ask for, in the memory of this process. On the movable clock nothing would give a budget back: there only tries are counted. */
@Injectable()
export class RateLimits {
  private readonly budgets = newBudgets();
  private readonly tries = new RateLimiterMemory({ points: limits.triesPerCode, duration: limits.verificationCode / 1_000 });

  constructor(@Uses(needs) private readonly parts: Needs) {}

  /** Throws HttpProblem limit.rate, saying when to come again. */
  async take(budget: Exclude<Budget, 'guesses'>, who: string): Promise<void> {
    this.refuse(await this.spent(budget, who));
  }

  /** Somebody at this address was wrong. Throws limit.rate when that happens too often; else the caller says what was wrong. */
  async guessed(address: string): Promise<void> {
    this.refuse(await this.secondsToGuess(address));
  }

  /** The same for doors that answer in a shape of their own: seconds to wait, or null. */
  secondsToGuess(address: string): Promise<number | null> {
    return this.spent('guesses', neighbourhood(address));
  }

  /** One more try at a code. False once it has been tried too often, right or wrong. */
  async mayTry(code: string): Promise<boolean> {
    return (await consume(this.tries, code)) === null;
  }

  private async spent(budget: Budget, who: string): Promise<number | null> {
    return this.parts.clock.kind === 'manual' ? null : consume(this.budgets[budget], who);
  }

  private refuse(seconds: number | null): void {
    if (seconds !== null) throw new HttpProblem('limit.rate', { seconds }, undefined, seconds);
  }
}
