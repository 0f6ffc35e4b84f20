import type { Instant } from './schedule.js';

const minute = 60_000;

/** A moment on a zone’s clock: the milliseconds since 1970 that it would be in UTC. */
export type Wall = number;

/** The clock of a zone: what it showed and will show, looked up in a table. After the table’s end its last offset stays. */
export interface Zone {
  readonly name: string;
  wallAt(at: Instant): Wall;
  /** The first instant at which the clock shows this or, where it skips it, something later. */
  firstAt(wall: Wall): Instant;
}

/** `changes`: minutes east of UTC at the beginning, then in turn a minute since 1970 and the offset from then on. */
export function zoneOf(name: string, changes: readonly number[]): Zone {
  const starts = changes.filter((_, index) => index % 2 === 1).map((at) => at * minute);
  const offsets = changes.filter((_, index) => index % 2 === 0).map((offset) => offset * minute);
  const wallEnds = starts.map((start, index) => start + offsets[index]!);
  const lookUp = lookUpIn(starts);
  const lookUpWall = lookUpIn(wallEnds);
  return {
    name,
    wallAt: (at) => at + offsets[lookUp(at)]!,
    firstAt: (wall) => {
      const index = lookUpWall(wall);
      return Math.max(index === 0 ? Number.NEGATIVE_INFINITY : starts[index - 1]!, wall - offsets[index]!);
    },
  };
}

/** How many of the sorted bounds are at or before a value. What is asked next is mostly near by. */
function lookUpIn(bounds: readonly number[]): (value: number) => number {
  let last = 0;
  const holds = (index: number, value: number) =>
    (index === 0 || bounds[index - 1]! <= value) && (index === bounds.length || value < bounds[index]!);
  return (value) => {
    if (!holds(last, value)) last = countUpTo(bounds, value);
    return last;
  };
}

function countUpTo(bounds: readonly number[], value: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bounds[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
