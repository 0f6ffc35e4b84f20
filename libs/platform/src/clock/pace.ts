import type { MonotonicClock } from './monotonic-clock.js';

/** `least` and `most` in milliseconds. `times`: how many times as long as the work a rest is. */
export interface Rests {
  readonly least: number;
  readonly most: number;
  readonly times: number;
}

/**
 * Rests between pieces of work that follow each other at once, so that what arrives meanwhile is done together. A single piece is followed by no rest,
 * however long it takes: on a busy machine it may take long.
 */
export class Pace {
  private restedAt: number | undefined;
  private beganAt = 0;
  private isStopped = false;
  private wake: () => void = () => {};

  constructor(
    private readonly monotonic: Pick<MonotonicClock, 'now' | 'after'>,
    private readonly rests: Rests,
  ) {}

  begin(): void {
    this.beganAt = this.monotonic.now();
  }

  /** Must be called when the work is done. `isMoreThere`: as much as fits into one piece waits already. */
  async rest({ isMoreThere = false } = {}): Promise<void> {
    const { least, most, times } = this.rests;
    const isBusy = this.restedAt !== undefined && this.beganAt - this.restedAt < least;
    const took = this.monotonic.now() - this.beganAt;
    if (isBusy && !isMoreThere) await this.pause(Math.min(Math.max(times * took, least), most));
    this.restedAt = this.monotonic.now();
  }

  /** Ends a rest, and rests no more. */
  stop(): void {
    this.isStopped = true;
    this.wake();
  }

  private pause(ms: number): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.monotonic.after(ms, resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
