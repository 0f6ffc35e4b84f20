import type { ForeignOrganisation, ForeignSchedule } from '@tocsin/domain/observers/moving-in/organisation.js';
import { compareDuties, type Difference } from '@tocsin/domain/observers/moving-in/here.js';
import { clockChangeWeek } from '../rescue/clock-change.js';
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
export function compareAll({ people, teams, schedules }: ForeignOrganisation, at: number): readonly Comparison[] {
  const known = new Set(people.filter(({ isObserver }) => !isObserver).map(({ id }) => id));
  const expand = (id: string) =>
    teams.find((team) => team.id === id)?.members.map(({ personId }) => personId) ?? (known.has(id) ? [id] : []);
  return schedules.flatMap((schedule) => {
    const read = (span: Span) => combine(schedule.there(span), span);
    return [...schedule.rendered, ...unrendered(schedule, at)].map(({ span, duties }) => ({
      schedule,
      span,
      differences: compareDuties(schedule, duties ?? read(span), expand, span),
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

/** What came, what changed by which rule, and who is on call there and here. */
export function reportOf(organisation: ForeignOrganisation, comparisons: readonly Comparison[]): readonly string[] {
  const { people, teams, schedules } = organisation;
  const addressless = people.filter(({ email }) => email === null || email === '');
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return [
    `${people.length} people, ${teams.length} teams, ${schedules.length} schedules. Nobody is reached yet: every contact method has to be confirmed by its person.`,
    ...addressless.map(({ name }) => `${name} has no address, and is in no file.`),
    ...schedules.flatMap(({ name, notes }) => [...new Set(notes.map(({ rule, about }) => `${name}: ${rule} (${nameOf(about)}).`))]),
    ...comparisons.flatMap((comparison) => comparisonWords(comparison, nameOf)),
    'Policies, services, integrations, contact methods and notification rules are not in these files yet.',
  ];
}

function comparisonWords(
  { schedule: { name }, span, differences, isReadOtherwise }: Comparison,
  nameOf: (id: string) => string,
): readonly string[] {
  const people = (ids: readonly string[]) => ids.map(nameOf).join(' and ') || 'nobody';
  const hours = unexplainedHours(differences);
  return [
    `${name}, ${toDate(span.from)} to ${toDate(span.to)}: ${hours === 0 ? '0 unexplained' : `${Math.round(hours * 10) / 10} h unexplained`}, ${differences.length} differences.`,
    ...(isReadOtherwise ? [`${name}: it is rendered otherwise than we read its rules; the rendering was compared.`] : []),
    ...differences
      .slice(0, 20)
      .map(
        ({ from, to, there, here, rule }) =>
          `  ${toMinute(from)} to ${toMinute(to)}: ${people(there)} there, ${people(here)} here (${rule ?? 'unexplained'})`,
      ),
    ...(differences.length > 20 ? [`  and ${differences.length - 20} more`] : []),
  ];
}

const toDate = (millis: number): string => new Date(millis).toISOString().slice(0, 10);
const toMinute = (millis: number): string => `${new Date(millis).toISOString().slice(0, 16)}Z`;
