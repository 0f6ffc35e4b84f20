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

/** One for each call: a shared promise would keep every waiter in memory. */
const never = (): Promise<never> => new Promise(() => {});

/** The external calls of a process: each lets others run, and may fail, be late or kill the process. */
export class Ports {
  constructor(
    readonly scheduler: Scheduler,
    readonly process: Process,
    private readonly faults: () => Faults,
    /** Called for each injected fault. */
    private readonly injected: () => void,
  ) {}

  /** The work takes effect at one instant, between two waits. */
  async call<T>(work: () => Promise<T>): Promise<T> {
    const { failsBefore, failsAfter, kill } = this.faults();
    await this.wait();
    if (this.happens(kill)) return this.dies();
    if (this.happens(failsBefore)) throw new LogUnavailable('not_applied', 'simulated: it was not reached');
    const answer = await work();
    if (this.happens(kill)) return this.dies();
    await this.wait();
    if (this.happens(failsAfter)) throw new LogUnavailable('unknown', 'simulated: the answer was lost');
    return answer;
  }

  /** The same for appends, which others read. */
  append<T>(work: () => Promise<T>): Promise<T> {
    return this.call(async () => {
      const answer = await work();
      if (!this.happens(this.faults().lostLate)) return answer;
      await this.scheduler.pass(this.scheduler.chance.drawBetween(100, 3_000), this.process);
      throw new LogUnavailable('unknown', 'simulated: the answer was lost');
    });
  }

  /** Milliseconds until a follower is notified of an append. */
  lag(): number {
    return this.happens(this.faults().slow) ? this.scheduler.chance.drawBetween(100, 5_000) : this.short();
  }

  private happens(probability: number): boolean {
    const does = this.scheduler.chance.shouldHappen(probability);
    if (does) this.injected();
    return does;
  }

  private wait(): Promise<void> {
    return this.scheduler.pass(this.lag(), this.process);
  }

  private short(): number {
    return this.scheduler.chance.drawFraction() * 4;
  }

  private dies(): Promise<never> {
    this.process.die();
    return never();
  }
}
