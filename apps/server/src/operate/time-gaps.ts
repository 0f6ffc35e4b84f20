import { toMillis } from '@tocsin/kernel/time.js';
import type { MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';

/** Milliseconds. Looked at more often than this, whoever did not look for longer did not run. */
const longestTurn = 5_000;
/** Milliseconds by which a clock may differ from the time that ran without having been set. */
const tolerated = 2_000;

export interface TimeGapsParts {
  /** The clock that decides what is due. */
  readonly now: () => string;
  readonly monotonic: Pick<MonotonicClock, 'now'>;
}

/** Notices that the clock was set forward, or that this process was stopped for a while: nobody could do what fell due then. To be asked every second. */
export class TimeGaps {
  private last: { readonly now: number; readonly running: number };

  constructor(private readonly parts: TimeGapsParts) {
    this.last = this.read();
  }

  /** Since the last look: from when to when, in milliseconds, if time did not simply run on. */
  look(): readonly [from: number, to: number] | null {
    const { last } = this;
    this.last = this.read();
    const ran = this.last.running - last.running;
    const passed = this.last.now - last.now;
    const isGap = passed > tolerated && (ran > longestTurn || passed - ran > tolerated);
    return isGap ? [last.now, this.last.now] : null;
  }

  private read() {
    return { now: toMillis(this.parts.now()), running: this.parts.monotonic.now() };
  }
}
