import type { Interval } from '../shifts/schedule.js';

/** Extends the last interval when the next one continues it, else appends the next one. */
export function extend<I extends Interval>(
  intervals: { -readonly [K in keyof I]: I[K] }[],
  next: I,
  isSame: (last: I) => boolean = () => true,
): void {
  const last = intervals.at(-1);
  if (last?.to === next.from && isSame(last)) last.to = next.to;
  else intervals.push({ ...next });
}
