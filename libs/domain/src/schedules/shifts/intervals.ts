import type { Interval } from './schedule.js';

/** The part of an interval within another; empty where they do not meet. */
export function clip<I extends Interval>(interval: I, to: Interval): I[] {
  const clipped = { ...interval, from: Math.max(interval.from, to.from), to: Math.min(interval.to, to.to) };
  return clipped.from < clipped.to ? [clipped] : [];
}

/** Sorted, with touching and overlapping intervals merged. */
export function united(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.toSorted((one, other) => one.from - other.from);
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) joined.push({ from, to });
  }
  return joined;
}

/** An interval minus others. */
export function without(interval: Interval, others: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let { from } = interval;
  for (const other of united(others)) {
    if (other.to <= from || other.from >= interval.to) continue;
    if (other.from > from) left.push({ from, to: other.from });
    from = other.to;
  }
  if (from < interval.to) left.push({ from, to: interval.to });
  return left;
}

/** The intersections of a sorted list with another sorted list of disjoint intervals. */
export function common<I extends Interval>(intervals: readonly I[], others: readonly Interval[]): I[] {
  const met: I[] = [];
  let first = 0;
  for (const interval of intervals) {
    while (first < others.length && others[first]!.to <= interval.from) first++;
    for (let index = first; index < others.length && others[index]!.from < interval.to; index++)
      met.push(...clip(interval, others[index]!));
  }
  return met;
}
