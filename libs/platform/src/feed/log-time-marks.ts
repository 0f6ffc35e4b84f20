import { setImmediate as nextTurn } from 'node:timers/promises';
import { laterOf } from '@tocsin/kernel/time.js';

/** Events between two marks, which is the most that is read to find an ordinal. */
const eventsPerMark = 1_000;

export type Mark = readonly [ordinal: number, logTime: string];
type ReadInstants = (after: number, limit: number) => Promise<readonly (readonly [ordinal: number, at: string])[]>;

/**
 * Finds the position of an instant of log time, the running maximum of `meta.at`, by marks that are recorded while the log is folded: the log need not be
 * read from its start.
 */
export class LogTimeMarks {
  private marks: Mark[] = [];

  /** Must be called in log order, after `ordinal` was folded; earlier ordinals are ignored. */
  note(ordinal: number, logTime: string): void {
    if (ordinal >= (this.marks.at(-1)?.[0] ?? 0) + eventsPerMark) this.marks.push([ordinal, logTime]);
  }

  /** The last ordinal whose log time is not after `instant`; 0 when there is none. Reads about a thousand instants. */
  async upTo(instant: string, readInstants: ReadInstants): Promise<number> {
    let ordinal = this.findMarkBefore(instant);
    for (;;) {
      const read = await readInstants(ordinal, eventsPerMark);
      for (const [next, at] of read) {
        // log time passes the instant at the first event after it
        if (at > instant) return ordinal;
        ordinal = next;
      }
      if (read.length === 0) return ordinal;
      await nextTurn();
    }
  }

  /** Reads about a thousand instants. */
  async timeAt(wantedOrdinal: number, readInstants: ReadInstants): Promise<string> {
    let [ordinal, time] = this.marks.findLast(([marked]) => marked <= wantedOrdinal) ?? [0, ''];
    for (;;) {
      const read = await readInstants(ordinal, eventsPerMark);
      for (const [next, at] of read) {
        if (next > wantedOrdinal) return time;
        ordinal = next;
        time = laterOf(time, at);
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

  private findMarkBefore(instant: string): number {
    let [low, high] = [0, this.marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.marks[middle]![1] <= instant) low = middle + 1;
      else high = middle;
    }
    return this.marks[low - 1]?.[0] ?? 0;
  }
}
