import { addMillis } from '@tocsin/kernel/time.js';
import type { Clock } from './clock.js';
import { systemMonotonicClock, type MonotonicClock } from './monotonic-clock.js';

interface WaitingCall {
  /** Milliseconds of real time for which the manual clock has waited for this call. */
  stoodFor: number;
}

/**
 * Deadlines of calls: they end after this many milliseconds of real time or, under a manual clock, of its time, whichever is first. The code that
 * advances the clock asks here whether each call had its time to answer.
 */
export class CallDeadlines implements Pick<MonotonicClock, 'after'> {
  private readonly waitingCalls = new Set<WaitingCall>();

  constructor(
    private readonly clock: Clock,
    private readonly monotonic: Pick<MonotonicClock, 'after'> = systemMonotonicClock,
  ) {}

  after(ms: number, call: () => void): () => void {
    const waitingCall: WaitingCall = { stoodFor: 0 };
    this.waitingCalls.add(waitingCall);
    const cancel = (): void => {
      this.waitingCalls.delete(waitingCall);
      for (const one of cancels) one();
    };
    const end = (): void => {
      if (!this.waitingCalls.has(waitingCall)) return;
      cancel();
      call();
    };
    const cancels = [this.monotonic.after(ms, end)];
    if (this.clock.kind === 'manual') cancels.push(this.clock.at(addMillis(this.clock.now(), ms), end));
    return cancel;
  }

  /** The clock has waited this many milliseconds more. */
  addStandingTime(ms: number): void {
    for (const waitingCall of this.waitingCalls) waitingCall.stoodFor += ms;
  }

  /** The number of calls that have not timed out and for which the clock has waited this long. */
  countStanding(ms: number): number {
    return [...this.waitingCalls].filter(({ stoodFor }) => stoodFor >= ms).length;
  }
}
