import type { Override } from '../../setup/schedules/shared/drawn-up.js';
import { dutiesHere } from './here.js';
import type { ForeignSchedule } from './organisation.js';
import { combine, isSame, type Duty, type Span } from './stretches.js';

/** More than these stretches stay as they were read. */
const mostStretches = 100;

/** Spans that meet are one. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last !== undefined && span.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else all.push(span);
  }
  return all;
}

const isSameDuties = (one: readonly Duty[], other: readonly Duty[]): boolean =>
  one.length === other.length && one.every((duty, n) => duty.from === other[n]!.from && isSame(duty.people, other[n]!.people));

const subjectOf = (one: Override): string | null =>
  one.kind === 'remove-everybody' ? null : one.kind === 'replace' ? one.replaced : one.person;

/** Two about one person at the same time are refused here, and one that replaces a person by the same. */
const isRefused = (overrides: readonly Override[]): boolean =>
  overrides.some(
    (one, n) =>
      (one.kind === 'replace' && one.replaced === one.person) ||
      overrides.slice(0, n).some((other) => subjectOf(other) === subjectOf(one) && one.from < other.to && other.from < one.to),
  );

/**
 * There an override acts on a rotation, here on a person in the whole schedule. Where that makes a difference, those who are on call are
 * named, stretch by stretch.
 */
export function withExactOverrides(schedule: ForeignSchedule, expand: (id: string) => readonly string[], at: number): ForeignSchedule {
  if (schedule.isUnreadable) return schedule;
  const ahead = schedule.overrides.filter(({ to }) => to > at);
  const overrides = joined(ahead.map(({ from, to }) => ({ from: Math.max(from, at), to }))).flatMap((span): readonly Override[] => {
    const own = ahead.filter(({ from, to }) => from < span.to && to > span.from);
    const there = combine(
      combine(schedule.there(span), span).map(({ from, to, people }) => ({ from, to, people: people.flatMap(expand), rank: 0 })),
      span,
    );
    const isSaid = there.length > mostStretches || isSameDuties(there, dutiesHere({ ...schedule, overrides: own }, span));
    if (isSaid && !isRefused(own)) return own;
    return there.flatMap(({ from, to, people }, n): Override[] => [
      { id: `exact ${span.from} ${n}`, from, to, kind: 'remove-everybody' },
      ...people.map((person): Override => ({ id: `exact ${span.from} ${n} ${person}`, from, to, kind: 'add', person })),
    ]);
  });
  return { ...schedule, overrides };
}
