import TinyQueue from 'tinyqueue';
import type { MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { Chance } from '@tocsin/kernel/chance.js';

/** Whoever waits: a process, or somebody outside. What a dead one waited for never comes; a frozen one gets it when it thaws. */
export interface Waiter {
  readonly isDead: boolean;
  /** Milliseconds of true time until which it stands still. */
  readonly frozenUntil: number;
}

/** Nobody in particular, who is always there. */
export const world: Waiter = { isDead: false, frozenUntil: 0 };

interface Entry {
  readonly at: number;
  /** Chance decides what comes first of what is due at one instant. */
  readonly order: number;
  readonly waiter: Waiter;
  readonly call: () => void;
}

/** Turns within one second of true time, which are some fifty: whoever takes so many goes round in circles. */
const mostTurns = 20_000;

const allSettled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * True time, which passes only here, and everything that waits. One thing at a time goes on, and runs until all that follows from it
 * waits again: so a run is the order in which things went on, which chance decides.
 */
export class Scheduler {
  private readonly queue = new TinyQueue<Entry>([], (a, b) => a.at - b.at || a.order - b.order);
  /** Called after each thing that went on. */
  onStep: () => void = () => {};
  steps = 0;
  /** Somebody goes round in circles: true time does not get on any more. */
  isHung = false;
  private second = { began: 0, steps: 0 };

  constructor(
    readonly chance: Chance,
    /** Milliseconds since 1970. */
    public now: number,
  ) {}

  /** Calls in so many milliseconds of true time. The answer cancels it. */
  after(ms: number, waiter: Waiter, call: () => void): () => void {
    let isCancelled = false;
    const unlessCancelled = (): void => {
      if (!isCancelled) call();
    };
    this.queue.push({ at: this.now + ms, order: this.chance.fraction(), waiter, call: unlessCancelled });
    return () => (isCancelled = true);
  }

  pass(ms: number, waiter: Waiter): Promise<void> {
    return new Promise((resolve) => void this.after(ms, waiter, resolve));
  }

  /** Time passes in which nothing goes on; what was waited for meanwhile comes then. */
  skipTo(instant: number): void {
    this.now = Math.max(this.now, instant);
  }

  /** Until this instant, or until `isOver`. */
  async run(until: number, isOver: () => boolean = () => false): Promise<void> {
    await allSettled();
    for (let next = this.queue.peek(); next && next.at <= until && !isOver() && !this.isHung; next = this.queue.peek()) {
      this.queue.pop();
      this.now = Math.max(this.now, next.at);
      if (next.waiter.isDead) continue;
      if (next.waiter.frozenUntil > this.now) this.queue.push({ ...next, at: next.waiter.frozenUntil });
      else await this.step(next);
    }
    this.now = Math.max(this.now, isOver() ? this.now : until);
  }

  /** The clock by which one process waits. */
  monotonic(waiter: Waiter): MonotonicClock {
    return {
      now: () => this.now,
      after: (ms, call) => this.after(ms, waiter, call),
      nextTurn: (call) => void this.after(0, waiter, call),
      isTurnLong: () => false,
    };
  }

  private countTurn(): void {
    if (this.now - this.second.began >= 1_000) this.second = { began: this.now, steps: this.steps };
    this.isHung = this.steps - this.second.steps > mostTurns;
  }

  private async step({ call }: Entry): Promise<void> {
    this.steps += 1;
    this.countTurn();
    call();
    await allSettled();
    this.onStep();
  }
}
