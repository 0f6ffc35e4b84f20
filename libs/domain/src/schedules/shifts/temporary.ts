import { clip, without } from './intervals.js';
import type { Duty, Interval, Segment, TemporarySchedule } from './schedule.js';
import { cutAt } from './segments.js';

/** A temporary schedule replaces everything else while it lasts. Of two that overlap the later one counts. */
export function* withTemporary(segments: Iterable<Segment>, temporary: readonly TemporarySchedule[]): Iterable<Segment> {
  const counting = temporary
    .flatMap((schedule, index) => without(schedule, temporary.slice(index + 1)).map((within) => ({ schedule, within })))
    .toSorted((one, other) => one.within.from - other.within.from);
  const edges = counting.flatMap(({ schedule, within }) => edgesOf(schedule, within)).toSorted((one, other) => one - other);
  let next = 0;
  for (const segment of cutAt(segments, edges)) {
    while (next < counting.length && counting[next]!.within.to <= segment.from) next++;
    const current = counting[next];
    yield current !== undefined && current.within.from <= segment.from ? { ...segment, ...during(current.schedule, segment) } : segment;
  }
}

const edgesOf = (schedule: TemporarySchedule, within: Interval) =>
  [within, ...schedule.shifts.flatMap((shift) => clip(shift, within))].flatMap(({ from, to }) => [from, to]);

function during({ id, from: begins, shifts, fallback }: TemporarySchedule, { from }: Interval): Pick<Segment, 'duties' | 'isIntended'> {
  const people = new Set(shifts.filter((shift) => shift.from <= from && from < shift.to).map(({ person }) => person));
  const isFallback = people.size === 0;
  const duties = [...(isFallback ? fallback : people)].map((person): Duty => ({
    person,
    reason: { kind: 'temporary', temporary: id, from: begins, isFallback },
  }));
  return { duties, isIntended: false };
}
