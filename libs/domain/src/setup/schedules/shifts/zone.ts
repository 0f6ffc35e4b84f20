import type { Instant } from './schedule.js';

const minute = 60_000;

/** A moment of a zone’s local time: the milliseconds since 1970 that it would be in UTC. */
export type WallTime = number;

/** From an instant on a clock is `offset` milliseconds ahead of UTC. `before`: until then. */
export interface OffsetChange {
  readonly at: Instant;
  readonly before: number;
  readonly offset: number;
}

/** The clock of a zone, from a table; after the table’s end the last offset stays. */
export interface Zone {
  readonly name: string;
  /** Before the first change, in milliseconds. */
  readonly offset: number;
  /** In order. */
  readonly changes: readonly OffsetChange[];
  wallAt(at: Instant): WallTime;
  /** The first instant at which the clock shows this time, or a later one if it skips it. */
  firstAt(wall: WallTime): Instant;
}

/**
 * `changes`: minutes east of UTC at the beginning, then alternately a minute since 1970 and the offset from then on.
 */
export function zoneOf(name: string, changes: readonly number[]): Zone {
  const starts = changes.filter((_, index) => index % 2 === 1).map((at) => at * minute);
  const offsets = changes.filter((_, index) => index % 2 === 0).map((offset) => offset * minute);
  const wallEnds = starts.map((start, index) => start + offsets[index]!);
  const lookUp = createLookUp(starts);
  const lookUpWall = createLookUp(wallEnds);
  return {
    name,
    offset: offsets[0]!,
    changes: starts.map((at, index) => ({ at, before: offsets[index]!, offset: offsets[index + 1]! })),
    wallAt: (at) => at + offsets[lookUp(at)]!,
    firstAt: (wall) => {
      const index = lookUpWall(wall);
      return Math.max(index === 0 ? Number.NEGATIVE_INFINITY : starts[index - 1]!, wall - offsets[index]!);
    },
  };
}

/** The same as `countUpTo`. Remembers the last position, since consecutive queries are mostly close. */
function createLookUp(bounds: readonly number[]): (value: number) => number {
  let last = 0;
  const isWithin = (index: number, value: number) =>
    (index === 0 || bounds[index - 1]! <= value) && (index === bounds.length || value < bounds[index]!);
  return (value) => {
    if (!isWithin(last, value)) last = countUpTo(bounds, value);
    return last;
  };
}

/** How many of the sorted bounds are at or before a value. */
export function countUpTo(bounds: readonly number[], value: number): number {
  let lowIndex = 0;
  let high = bounds.length;
  while (lowIndex < high) {
    const middle = (lowIndex + high) >>> 1;
    if (bounds[middle]! <= value) lowIndex = middle + 1;
    else high = middle;
  }
  return lowIndex;
}
