import type { Interval } from './schedule.js';

/** The part of an interval within another; empty where they do not meet. */
export function clip<I extends Interval>(interval: I, to: Interval): I[] {
  const clipped = { ...interval, from: Math.max(interval.from, to.from), to: Math.min(interval.to, to.to) };
  return clipped.from < clipped.to ? [clipped] : [];
}

/** Sorted, with touching and overlapping intervals merged. */
export function uniteIntervals(intervals: readonly Interval[]): Interval[] {
  const sortedIntervals = intervals.toSorted((one, other) => one.from - other.from);
  const unitedIntervals: { from: number; to: number }[] = [];
  for (const { from, to } of sortedIntervals) {
    const last = unitedIntervals.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) unitedIntervals.push({ from, to });
  }
  return unitedIntervals;
}

export function subtractIntervals(interval: Interval, otherIntervals: readonly Interval[]): Interval[] {
  const remaining: Interval[] = [];
  let { from } = interval;
  for (const other of uniteIntervals(otherIntervals)) {
    if (other.to <= from || other.from >= interval.to) continue;
    if (other.from > from) remaining.push({ from, to: other.from });
    from = other.to;
  }
  if (from < interval.to) remaining.push({ from, to: interval.to });
  return remaining;
}

/** The intersections of a sorted list with another sorted list of disjoint intervals. */
export function intersectIntervals<I extends Interval>(intervals: readonly I[], otherIntervals: readonly Interval[]): I[] {
  const intersections: I[] = [];
  let first = 0;
  for (const interval of intervals) {
    while (first < otherIntervals.length && otherIntervals[first]!.to <= interval.from) first++;
    for (let index = first; index < otherIntervals.length && otherIntervals[index]!.from < interval.to; index++)
      intersections.push(...clip(interval, otherIntervals[index]!));
  }
  return intersections;
}
