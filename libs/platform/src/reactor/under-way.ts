import type { MonotonicClock } from '../clock/monotonic-clock.js';

/** Work that is under way and not waited for. */
export class UnderWay {
  /** With when each began. */
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

  /** Those that began less than so many milliseconds ago. */
  youngerThan(milliseconds: number): number {
    const since = this.monotonic.now() - milliseconds;
    return [...this.works.values()].filter((began) => began > since).length;
  }

  async ended(): Promise<void> {
    await Promise.allSettled(this.works.keys());
  }
}
