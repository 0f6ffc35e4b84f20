import { toMillis } from '@tocsin/kernel/time.js';
import type { MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';

/** Milliseconds. It is checked more often than this: after a longer pause, the process was not running. */
const longestTurn = 5_000;
/** Milliseconds by which wall clock and running time may differ without the clock having been set. */
const tolerated = 2_000;

export interface TimeGapsDependencies {
  /** The clock that decides what is due. */
  readonly now: () => string;
  readonly monotonic: Pick<MonotonicClock, 'now'>;
}

/**
 * Detects that the clock was set forward, or that this process was stopped for a while: what was due in that time could not be
 * done. Call it every second.
 */
export class TimeGaps {
  private last: { readonly now: number; readonly runningMs: number };

  constructor(private readonly dependencies: TimeGapsDependencies) {
    this.last = this.read();
  }

  /** The gap since the last call, from and to in milliseconds; null when time simply passed. */
  look(): readonly [from: number, to: number] | null {
    const { last } = this;
    this.last = this.read();
    const ran = this.last.runningMs - last.runningMs;
    const passed = this.last.now - last.now;
    const isGap = passed > tolerated && (ran > longestTurn || passed - ran > tolerated);
    return isGap ? [last.now, this.last.now] : null;
  }

  private read() {
    return { now: toMillis(this.dependencies.now()), runningMs: this.dependencies.monotonic.now() };
  }
}
