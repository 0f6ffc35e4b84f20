import type { ZoneOf } from './layers.js';
import { day } from './marks.js';
import type { Duty, Instant, Interval, Schedule } from './schedule.js';
import { onCallWithin } from './shifts.js';

/** An instant at which the on-call people change, with the new ones. */
export interface Change {
  readonly at: Instant;
  readonly duties: readonly Duty[];
}

export const isSamePeople = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((person) => other.includes(person));

const peopleOf = (duties: readonly Duty[]): readonly string[] => duties.map(({ person }) => person);

/** Every instant of an interval, including its beginning, at which the on-call people change. */
export function* listChangesWithin(schedule: Schedule, zoneOf: ZoneOf, interval: Interval, before: readonly string[]): Iterable<Change> {
  let people = before;
  for (const part of splitIntoParts(interval)) {
    for (const { from, duties } of onCallWithin(schedule, zoneOf, part).segments) {
      if (isSamePeople(people, peopleOf(duties))) continue;
      people = peopleOf(duties);
      yield { at: from, duties };
    }
  }
}

export function findNextChange(schedule: Schedule, zoneOf: ZoneOf, after: Instant, horizon: number): Change | null {
  const interval = { from: after, to: after + horizon };
  const [now] = onCallWithin(schedule, zoneOf, { from: after, to: after + 1 }).segments;
  for (const change of listChangesWithin(schedule, zoneOf, interval, peopleOf(now!.duties))) return change;
  return null;
}

/** Short parts first: usually a change comes soon, and the time after it need not be computed. */
export function* splitIntoParts({ from, to }: Interval): Iterable<Interval> {
  for (let length = day; from < to; length = Math.min(length * 2, 30 * day)) {
    const end = Math.min(from + length, to);
    yield { from, to: end };
    from = end;
  }
}
