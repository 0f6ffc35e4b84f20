import type { MonotonicClock } from '../clock/monotonic-clock.js';

/** Work in progress that no caller awaits. */
export class UnderWay {
  /** Running tasks, with their start times. */
  private readonly works = new Map<Promise<void>, number>();

  constructor(
    private readonly monotonic: MonotonicClock,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  add(work: Promise<void>): void {
    const whole: Promise<void> = work.catch(this.onTrouble).finally(() => this.works.delete(whole));
    this.works.set(whole, this.monotonic.now());
  }

  get size(): number {
    return this.works.size;
  }

  /** The number of works that started less than this many milliseconds ago. */
  youngerThan(milliseconds: number): number {
    const since = this.monotonic.now() - milliseconds;
    return [...this.works.values()].filter((began) => began > since).length;
  }

  async ended(): Promise<void> {
    await Promise.allSettled(this.works.keys());
  }
}
