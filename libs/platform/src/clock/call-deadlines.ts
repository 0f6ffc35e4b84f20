import { addMillis } from '@tocsin/kernel/time.js';
import type { Clock } from './clock.js';
import { systemMonotonicClock, type MonotonicClock } from './monotonic-clock.js';

interface WaitingCall {
  readonly deadlineMs: number;
  readonly end: () => void;
  /** Milliseconds of real time for which the manual clock has waited for this call. */
  stoodFor: number;
}

/** Under a manual clock: times the deadline. A machine that is busy elsewhere keeps both sides from answering, and a repeated message is one too many. */
const realTimeFactor = 3;

/**
 * Deadlines of calls: they end after this many milliseconds of real time. Under a manual clock: of its time, or of the time that it waited for them,
 * whichever is first. The code that advances the clock asks here whether each call had its time to answer.
 */
export class CallDeadlines implements Pick<MonotonicClock, 'after'> {
  private readonly waitingCalls = new Set<WaitingCall>();

  constructor(
    private readonly clock: Clock,
    private readonly monotonic: Pick<MonotonicClock, 'after'> = systemMonotonicClock,
  ) {}

  after(ms: number, call: () => void): () => void {
    const isManual = this.clock.kind === 'manual';
    const cancel = (): void => {
      this.waitingCalls.delete(waitingCall);
      for (const one of cancels) one();
    };
    const end = (): void => {
      if (!this.waitingCalls.has(waitingCall)) return;
      cancel();
      call();
    };
    const waitingCall: WaitingCall = { deadlineMs: ms, end, stoodFor: 0 };
    this.waitingCalls.add(waitingCall);
    const cancels = [this.monotonic.after(isManual ? ms * realTimeFactor : ms, end)];
    if (isManual) cancels.push(this.clock.at(addMillis(this.clock.now(), ms), end));
    return cancel;
  }

  /** The clock has waited this many milliseconds more. */
  addStandingTime(ms: number): void {
    for (const waitingCall of this.waitingCalls) {
      waitingCall.stoodFor += ms;
      if (waitingCall.stoodFor >= waitingCall.deadlineMs) waitingCall.end();
    }
  }

  /** The number of calls that have not timed out and for which the clock has waited this long. */
  countStanding(ms: number): number {
    return [...this.waitingCalls].filter(({ stoodFor }) => stoodFor >= ms).length;
  }
}
