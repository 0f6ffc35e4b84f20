import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import type { Faults } from './faults.js';
import type { Scheduler, Waiter } from './scheduler.js';

/** One process, from its start to its death. */
export class Process implements Waiter {
  isDead = false;
  frozenUntil = 0;

  constructor(
    readonly node: string,
    private readonly onDeath: () => void,
  ) {}

  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.onDeath();
  }
}

const never = new Promise<never>(() => {});

/** What a process reaches outside itself: each call is a place where others go on, and where it may fail, come late or be its last. */
export class Ports {
  constructor(
    readonly scheduler: Scheduler,
    readonly process: Process,
    private readonly faults: () => Faults,
  ) {}

  /** Has its effect at one instant, between two waits. */
  async call<T>(work: () => Promise<T>): Promise<T> {
    const { chance } = this.scheduler;
    const { failsBefore, failsAfter, kill } = this.faults();
    await this.wait();
    if (chance.happens(kill)) return this.dies();
    if (chance.happens(failsBefore)) throw new LogUnavailable('not_applied', 'simulated: it was not reached');
    const answer = await work();
    if (chance.happens(kill)) return this.dies();
    await this.wait();
    if (chance.happens(failsAfter)) throw new LogUnavailable('unknown', 'simulated: the answer was lost');
    return answer;
  }

  /** So many milliseconds until a follower hears of what was appended. */
  lag(): number {
    return this.scheduler.chance.happens(this.faults().slow) ? this.scheduler.chance.between(100, 5_000) : this.short();
  }

  private wait(): Promise<void> {
    return this.scheduler.pass(this.lag(), this.process);
  }

  private short(): number {
    return this.scheduler.chance.fraction() * 4;
  }

  private dies(): Promise<never> {
    this.process.die();
    return never;
  }
}
