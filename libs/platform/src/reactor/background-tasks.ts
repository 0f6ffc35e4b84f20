import type { MonotonicClock } from '../clock/monotonic-clock.js';

/** Work in progress that no caller awaits. */
export class BackgroundTasks {
  private readonly tasks = new Map<Promise<void>, number>();

  constructor(
    private readonly monotonic: MonotonicClock,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  add(work: Promise<void>): void {
    const task: Promise<void> = work.catch(this.onTrouble).finally(() => this.tasks.delete(task));
    this.tasks.set(task, this.monotonic.now());
  }

  get size(): number {
    return this.tasks.size;
  }

  /** The number of tasks that started less than this many milliseconds ago. */
  countYoungerThan(milliseconds: number): number {
    const since = this.monotonic.now() - milliseconds;
    return [...this.tasks.values()].filter((began) => began > since).length;
  }

  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.tasks.keys());
  }
}
