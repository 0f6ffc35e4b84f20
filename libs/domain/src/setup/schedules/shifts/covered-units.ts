import { type CoveredTime, coveredTimeOf } from './covered-time.js';
import type { Marks } from './marks.js';
import type { Instant, Layer } from './schedule.js';
import { countUpTo, type Zone } from './zone.js';

/**
 * The days (weeks, months, wall-clock shifts) of a rotation, from the one of its anchor on: each is named by the mark at which it
 * begins. The first may be shortened by the anchor.
 */
export interface CoveredUnits {
  readonly first: number;
  begin(mark: number): Instant;
  isCovered(mark: number): boolean;
  /** The number of covered units before one. A sum: it costs the same however long ago the anchor was. */
  countBefore(mark: number): number;
}

export function coveredUnitsOf({ rotation: { anchor }, restrictions }: Layer, marks: Marks, zone: Zone): CoveredUnits {
  const time = coveredTimeOf(restrictions, zone);
  const first = marks.last(anchor);
  const begin = (mark: number): Instant => (mark === first ? anchor : marks.at(mark));
  const isCovered = (mark: number): boolean => time.until(marks.at(mark + 1)) > time.until(begin(mark));
  const countFull = countFullUnits(marks, time, zone, first + 1, isCovered);
  return {
    first,
    begin,
    isCovered,
    countBefore: (mark) => (mark <= first ? 0 : Number(isCovered(first)) + countFull(mark)),
  };
}

type CountOfUnits = (mark: number) => number;

/** Counts covered units from a mark on. A unit of more than a week always covers something, because every week does. */
function countFullUnits(marks: Marks, time: CoveredTime, zone: Zone, from: number, isCovered: (mark: number) => boolean): CountOfUnits {
  const { wall } = marks;
  if (wall === undefined) return (mark) => mark - from;
  const isCoveredByWeek = (mark: number): boolean => time.untilWall(wall.of(mark + 1)) > time.untilWall(wall.of(mark));
  const countByWeek = countRepeated(wall.perWeek, isCoveredByWeek);
  const skipped = zone.changes
    .filter(({ before, offset }) => offset > before)
    .flatMap((change) => wall.skippedBy(change))
    .filter((mark) => mark >= from);
  // a unit whose covered times are all skipped by the clock covers nothing
  const lost = [...new Set(skipped)].filter((mark) => isCoveredByWeek(mark) && !isCovered(mark));
  return (mark) => countByWeek(mark) - countByWeek(from) - countUpTo(lost, mark - 1);
}

/** For a condition that repeats after so many marks: how many before a mark, from an arbitrary one on, meet it. */
function countRepeated(period: number, isMet: (mark: number) => boolean): CountOfUnits {
  const sums = [0];
  for (let mark = 0; mark < period; mark++) sums.push(sums.at(-1)! + Number(isMet(mark)));
  return (mark) => {
    const periods = Math.floor(mark / period);
    return periods * sums[period]! + sums[mark - periods * period]!;
  };
}
