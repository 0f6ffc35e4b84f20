import type { ForeignOrganisation, ForeignSchedule } from '@tocsin/domain/observers/moving-in/organisation.js';
import { compareDuties, type Difference } from '@tocsin/domain/observers/moving-in/here.js';
import type { FittedOrganisation } from '@tocsin/domain/observers/moving-in/fit.js';
import { clockChangeWeek } from './rescue/clock-change.js';
import { combine, isSame, type Duty, type Span } from '@tocsin/domain/observers/moving-in/stretches.js';

const hour = 3_600_000;

export interface Comparison {
  readonly schedule: ForeignSchedule;
  readonly span: Span;
  readonly differences: readonly Difference[];
  /** Our reading of its rules is not what the system renders: the rendering counts. */
  readonly isReadOtherwise: boolean;
}

/** Who is on call there, as the system renders it, and here; where nothing was rendered, by its rules over four weeks. */
export function compareAll(
  { people, teams, schedules }: ForeignOrganisation,
  { emails }: Pick<FittedOrganisation, 'emails'>,
  at: number,
): readonly Comparison[] {
  const known = new Set(people.filter(({ isObserver }) => !isObserver).map(({ id }) => id));
  const unreachable = new Set(people.filter(({ id }) => !emails.has(id)).map(({ id }) => id));
  const expand = (id: string) =>
    (teams.find((team) => team.id === id)?.members.map(({ personId }) => personId) ?? [id]).filter((one) => known.has(one));
  return schedules.flatMap((schedule) => {
    const read = (span: Span) => combine(schedule.there(span), span);
    return [...schedule.rendered, ...unrendered(schedule, at)].map(({ span, duties }) => ({
      schedule,
      span,
      differences: compareDuties(schedule, duties ?? read(span), expand, span, unreachable),
      isReadOtherwise: duties !== null && !isSameDuties(read(span), duties),
    }));
  });
}

/** Four weeks, and the week of the next change of clocks, where the system rendered none: by its rules. */
function unrendered({ rendered, timeZone }: ForeignSchedule, at: number): readonly { readonly span: Span; readonly duties: null }[] {
  const week = clockChangeWeek(timeZone, new Date(at).toISOString());
  const wanted = [
    { from: at, to: at + 28 * 24 * hour },
    ...(week === null ? [] : [{ from: Date.parse(week.from), to: Date.parse(week.to) }]),
  ];
  return wanted
    .filter(({ from, to }) => !rendered.some(({ span }) => span.from < to && span.to > from))
    .map((span) => ({ span, duties: null }));
}

const isSameDuties = (one: readonly Duty[], other: readonly Duty[]): boolean =>
  one.length === other.length && one.every((duty, n) => duty.from === other[n]!.from && isSame(duty.people, other[n]!.people));

export const unexplainedHours = (differences: readonly Difference[]): number =>
  differences.filter(({ rule }) => rule === null).reduce((sum, { from, to }) => sum + (to - from) / hour, 0);
