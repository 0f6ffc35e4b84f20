import { clip, subtractIntervals } from './intervals.js';
import type { Duty, Interval, Segment, TemporarySchedule } from './schedule.js';
import { cutAt } from './segments.js';

/** A temporary schedule replaces everything else while it lasts. Of two that overlap the later one counts. */
export function* withTemporary(segments: Iterable<Segment>, temporary: readonly TemporarySchedule[]): Iterable<Segment> {
  const countingParts = temporary
    .flatMap((schedule, index) =>
      subtractIntervals(schedule, temporary.slice(index + 1)).map((interval) => ({ schedule, within: interval })),
    )
    .toSorted((one, other) => one.within.from - other.within.from);
  const edges = countingParts.flatMap(({ schedule, within }) => edgesOf(schedule, within)).toSorted((one, other) => one - other);
  let next = 0;
  for (const segment of cutAt(segments, edges)) {
    while (next < countingParts.length && countingParts[next]!.within.to <= segment.from) next++;
    const current = countingParts[next];
    yield current !== undefined && current.within.from <= segment.from
      ? { ...segment, ...segmentDuring(current.schedule, segment) }
      : segment;
  }
}

const edgesOf = (schedule: TemporarySchedule, interval: Interval) =>
  [interval, ...schedule.shifts.flatMap((shift) => clip(shift, interval))].flatMap(({ from, to }) => [from, to]);

function segmentDuring(
  { id, from: temporaryFrom, shifts, fallback }: TemporarySchedule,
  { from }: Interval,
): Pick<Segment, 'duties' | 'isIntended'> {
  const people = new Set(shifts.filter((shift) => shift.from <= from && from < shift.to).map(({ person }) => person));
  const isFallback = people.size === 0;
  const duties = [...(isFallback ? fallback : people)].map((person): Duty => ({
    person,
    reason: { kind: 'temporary', temporary: id, from: temporaryFrom, isFallback },
  }));
  return { duties, isIntended: false };
}
