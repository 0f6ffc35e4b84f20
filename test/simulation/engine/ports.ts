import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import type { Faults } from './faults.js';
import type { Scheduler, Waiter } from './scheduler.js';

/** One process, from its start to its death. */
export class SimulatedProcess implements Waiter {
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
const neverResolve = (): Promise<never> => new Promise(() => {});

/** The external calls of a process: each lets others run, and may fail, be late or kill the process. */
export class Ports {
  constructor(
    readonly scheduler: Scheduler,
    readonly process: SimulatedProcess,
    private readonly faults: () => Faults,
    /** Called for each injected fault. */
    private readonly countFault: () => void,
  ) {}

  /** The work takes effect at one instant, between two waits. */
  async call<T>(work: () => Promise<T>): Promise<T> {
    const { failsBefore, failsAfter, kill } = this.faults();
    await this.wait();
    if (this.injectWithProbability(kill)) return this.dieAndHang();
    if (this.injectWithProbability(failsBefore)) throw new LogUnavailable('not_applied', 'simulated: it was not reached');
    const answer = await work();
    if (this.injectWithProbability(kill)) return this.dieAndHang();
    await this.wait();
    if (this.injectWithProbability(failsAfter)) throw new LogUnavailable('unknown', 'simulated: the answer was lost');
    return answer;
  }

  /** The same for appends, which others read. */
  append<T>(work: () => Promise<T>): Promise<T> {
    return this.call(async () => {
      const answer = await work();
      if (!this.injectWithProbability(this.faults().lostLate)) return answer;
      await this.scheduler.pass(this.scheduler.chance.drawBetween(100, 3_000), this.process);
      throw new LogUnavailable('unknown', 'simulated: the answer was lost');
    });
  }

  /** Milliseconds until a follower is notified of an append. */
  notifyDelay(): number {
    return this.injectWithProbability(this.faults().slow) ? this.scheduler.chance.drawBetween(100, 5_000) : this.shortDelay();
  }

  private injectWithProbability(probability: number): boolean {
    const does = this.scheduler.chance.shouldHappen(probability);
    if (does) this.countFault();
    return does;
  }

  private wait(): Promise<void> {
    return this.scheduler.pass(this.notifyDelay(), this.process);
  }

  private shortDelay(): number {
    return this.scheduler.chance.drawFraction() * 4;
  }

  private dieAndHang(): Promise<never> {
    this.process.die();
    return neverResolve();
  }
}
