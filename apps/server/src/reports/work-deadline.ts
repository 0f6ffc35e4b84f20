import { duration } from '@tocsin/contracts/duration.js';
import { HttpProblem } from '../problems/problem.js';

const checkInterval = 4_096;

/** Limits work to a deadline: after it `check` throws HttpProblem report.took_too_long, and so do wrapped iterables, every few thousand items. */
export class WorkDeadline {
  private readonly end: number;

  /** `now` in milliseconds, of a monotonic clock. */
  constructor(
    private readonly now: () => number,
    private readonly deadline: number,
  ) {
    this.end = now() + deadline;
  }

  check(): void {
    if (this.now() > this.end) throw new HttpProblem('report.took_too_long', { limit: `${this.deadline / duration.minute} min` });
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
