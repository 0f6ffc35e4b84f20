import { plus } from '@tocsin/kernel/time.js';
import type { Clock } from './clock.js';
import { systemMonotonicClock, type MonotonicClock } from './monotonic-clock.js';

interface Waiting {
  /** Milliseconds of the machine’s time for which somebody stood still for this call alone. */
  stoodFor: number;
}

/**
 * When the time of a call is up: so many milliseconds of the machine’s time, and under a clock that is moved also of that one, whichever
 * is first. Whoever moves the clock asks here whether a call was given its time to answer.
 */
export class CallDeadlines implements Pick<MonotonicClock, 'after'> {
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly clock: Clock,
    private readonly monotonic: Pick<MonotonicClock, 'after'> = systemMonotonicClock,
  ) {}

  after(ms: number, call: () => void): () => void {
    const waiting: Waiting = { stoodFor: 0 };
    this.waiting.add(waiting);
    const cancel = (): void => {
      this.waiting.delete(waiting);
      for (const one of cancels) one();
    };
    const end = (): void => {
      if (!this.waiting.has(waiting)) return;
      cancel();
      call();
    };
    const cancels = [this.monotonic.after(ms, end)];
    if (this.clock.kind === 'manual') cancels.push(this.clock.at(plus(this.clock.now(), ms), end));
    return cancel;
  }

  /** The clock has stood still for so many milliseconds more. */
  stood(ms: number): void {
    for (const waiting of this.waiting) waiting.stoodFor += ms;
  }

  /** Calls whose time is not up, and for which the clock has stood still for so many milliseconds. */
  stoodAtLeast(ms: number): number {
    return [...this.waiting].filter(({ stoodFor }) => stoodFor >= ms).length;
  }
}
