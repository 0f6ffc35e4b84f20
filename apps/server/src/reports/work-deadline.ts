/** A report took longer than allowed. */
export class DeadlineExceeded extends Error {}

const checkInterval = 4_096;

/** Limits work to a deadline: `check` throws TookTooLong after it, and so do wrapped iterables, every few thousand items. */
export class WorkDeadline {
  private readonly end: number;

  /** `now` in milliseconds, of a monotonic clock. */
  constructor(
    private readonly now: () => number,
    deadline: number,
  ) {
    this.end = now() + deadline;
  }

  check(): void {
    if (this.now() > this.end) throw new DeadlineExceeded('the report exceeded its deadline');
  }

  *over<T>(things: Iterable<T>): Iterable<T> {
    let n = 0;
    for (const thing of things) {
      if (n % checkInterval === 0) this.check();
      n += 1;
      yield thing;
    }
    this.check();
  }
}
