import TinyQueue from 'tinyqueue';
import type { MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { Chance } from '@tocsin/kernel/chance.js';

/** Code that waits: a process, or something outside. A dead waiter is never resumed; a frozen one is resumed when it thaws. */
export interface Waiter {
  readonly isDead: boolean;
  /** Milliseconds of true time until which it is frozen. */
  readonly frozenUntil: number;
}

/** A waiter that is always present. */
export const world: Waiter = { isDead: false, frozenUntil: 0 };

interface Entry {
  readonly at: number;
  /** A random number that orders entries of the same instant. */
  readonly order: number;
  readonly waiter: Waiter;
  readonly call: () => void;
}

const inOrder = (a: Entry, b: Entry): number => a.at - b.at || a.order - b.order;

/** The most turns in one second of true time, which usually has about fifty: more mean an endless loop. */
const mostTurns = 20_000;

const waitForMicrotasks = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * True time, which advances only here, and all waiting code. One entry runs at a time, until everything that follows from it waits
 * again: so a run is determined by the order of entries, which is random by seed.
 */
export class Scheduler {
  private queue = new TinyQueue<Entry>([], inOrder);
  /** Called after each entry. */
  onStep: () => void = () => {};
  steps = 0;
  /** An endless loop: true time no longer advances. */
  isHung = false;
  private second = { began: 0, steps: 0 };

  constructor(
    readonly chance: Chance,
    /** Milliseconds since 1970. */
    public now: number,
  ) {}

  /** Calls after this many milliseconds of true time. Returns a function that cancels it. */
  scheduleAfter(ms: number, waiter: Waiter, call: () => void): () => void {
    let isCancelled = false;
    const runUnlessCancelled = (): void => {
      if (!isCancelled) call();
    };
    this.queue.push({ at: this.now + ms, order: this.chance.drawFraction(), waiter, call: runUnlessCancelled });
    return () => (isCancelled = true);
  }

  /** Lets go of what dead processes wait for: their timers may be days ahead, and hold all of their memory. */
  forgetDead(): void {
    this.queue = new TinyQueue(
      this.queue.data.filter(({ waiter }) => !waiter.isDead),
      inOrder,
    );
  }

  pass(ms: number, waiter: Waiter): Promise<void> {
    return new Promise((resolve) => void this.scheduleAfter(ms, waiter, resolve));
  }

  /** Advances time without running anything; entries that became due run afterwards. */
  skipTo(instant: number): void {
    this.now = Math.max(this.now, instant);
  }

  /** Runs until this instant, or until `isOver`. */
  async run(until: number, isOver: () => boolean = () => false): Promise<void> {
    await waitForMicrotasks();
    for (let next = this.queue.peek(); next && next.at <= until && !isOver() && !this.isHung; next = this.queue.peek()) {
      this.queue.pop();
      this.now = Math.max(this.now, next.at);
      if (next.waiter.isDead) continue;
      if (next.waiter.frozenUntil > this.now) this.queue.push({ ...next, at: next.waiter.frozenUntil });
      else await this.runEntry(next);
    }
    this.now = Math.max(this.now, isOver() ? this.now : until);
  }

  /** The monotonic clock of one process. */
  monotonicClockFor(waiter: Waiter): MonotonicClock {
    return {
      now: () => this.now,
      after: (ms, call) => this.scheduleAfter(ms, waiter, call),
      nextTurn: (call) => void this.scheduleAfter(0, waiter, call),
      isTurnLong: () => false,
    };
  }

  private countTurn(): void {
    if (this.now - this.second.began >= 1_000) this.second = { began: this.now, steps: this.steps };
    this.isHung = this.steps - this.second.steps > mostTurns;
  }

  private async runEntry({ call }: Entry): Promise<void> {
    this.steps += 1;
    this.countTurn();
    call();
    await waitForMicrotasks();
    this.onStep();
  }
}
