import { setImmediate as nextTurn } from 'node:timers/promises';
import { later } from '@tocsin/kernel/time.js';

/** Events between two marks: what is read at most to find an ordinal between them. */
const eventsPerMark = 1_000;

export type Mark = readonly [ordinal: number, logTime: string];
type ReadInstants = (after: number, limit: number) => Promise<readonly (readonly [ordinal: number, at: string])[]>;

/**
 * Where on the log an instant of log time is: log time, the running maximum of `meta.at`, noted every so many events while the log is
 * folded. So a moment is found without reading the log from its beginning.
 */
export class LogTimeMarks {
  private marks: Mark[] = [];

  /** `ordinal` was folded, and log time stands at `logTime`. Called in log order; what was noted before is passed over. */
  note(ordinal: number, logTime: string): void {
    if (ordinal >= (this.marks.at(-1)?.[0] ?? 0) + eventsPerMark) this.marks.push([ordinal, logTime]);
  }

  /** The last ordinal whose log time is not after `instant`; 0 where there is none. Reads about a thousand instants. */
  async upTo(instant: string, readInstants: ReadInstants): Promise<number> {
    let ordinal = this.before(instant);
    for (;;) {
      const read = await readInstants(ordinal, eventsPerMark);
      for (const [next, at] of read) {
        // the first event after the instant is where log time passes it
        if (at > instant) return ordinal;
        ordinal = next;
      }
      if (read.length === 0) return ordinal;
      await nextTurn();
    }
  }

  /** Log time once `wanted` and all before it had happened. Reads about a thousand instants. */
  async timeAt(wanted: number, readInstants: ReadInstants): Promise<string> {
    let [ordinal, time] = this.marks.findLast(([marked]) => marked <= wanted) ?? [0, ''];
    for (;;) {
      const read = await readInstants(ordinal, eventsPerMark);
      for (const [next, at] of read) {
        if (next > wanted) return time;
        ordinal = next;
        time = later(time, at);
      }
      if (read.length === 0) return time;
      await nextTurn();
    }
  }

  dump(): readonly Mark[] {
    return [...this.marks];
  }

  restore(marks: readonly Mark[]): void {
    this.marks = [...marks];
  }

  /** The ordinal of the last mark that is not after an instant. */
  private before(instant: string): number {
    let [low, high] = [0, this.marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.marks[middle]![1] <= instant) low = middle + 1;
      else high = middle;
    }
    return this.marks[low - 1]?.[0] ?? 0;
  }
}
