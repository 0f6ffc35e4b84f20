import type { Interval } from '../shifts/schedule.js';

/** An interval in parts of a given length, the last one shorter. */
export function* partsOf({ from, to }: Interval, length: number): Iterable<Interval> {
  for (let begin = from; begin < to; begin += length) yield { from: begin, to: Math.min(begin + length, to) };
}
