import type { Interval } from '../shifts/schedule.js';

/** The last of these lasts on where the next goes on from it, or the next begins. */
export function extend<I extends Interval>(
  intervals: { -readonly [K in keyof I]: I[K] }[],
  next: I,
  isSame: (last: I) => boolean = () => true,
): void {
  const last = intervals.at(-1);
  if (last?.to === next.from && isSame(last)) last.to = next.to;
  else intervals.push({ ...next });
}
