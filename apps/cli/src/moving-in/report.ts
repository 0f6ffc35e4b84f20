import type { ForeignOrganisation, ForeignSchedule } from '@tocsin/domain/observers/moving-in/organisation.js';
import { compareDuties, type Difference } from '@tocsin/domain/observers/moving-in/here.js';
import type { FittedOrganisation } from '@tocsin/domain/observers/moving-in/fit.js';
import { peopleIn } from '@tocsin/domain/observers/moving-in/standing.js';
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
export function compareAll(
  { people, teams, schedules }: ForeignOrganisation,
  { emails }: Pick<FittedOrganisation, 'emails'>,
  at: number,
): readonly Comparison[] {
  const known = new Set(people.filter(({ isObserver }) => !isObserver).map(({ id }) => id));
  const unreachable = new Set(people.filter(({ id }) => !emails.has(id)).map(({ id }) => id));
  const expand = (id: string) =>
    teams.find((team) => team.id === id)?.members.map(({ personId }) => personId) ?? (known.has(id) ? [id] : []);
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

const fates = [
  ['changed', 'Changed on the way'],
  ['no counterpart', 'No counterpart here'],
  ['missing', 'Missing'],
  ['by hand', 'By hand'],
] as const;

/** One line a rule; what it concerns stands below. */
const remarkLines = (remarks: FittedOrganisation['remarks']): readonly string[] =>
  fates.flatMap(([fate, title]) => {
    const own = remarks.filter((remark) => remark.fate === fate);
    const rules = [...new Set(own.map(({ rule }) => rule))];
    const lines = rules.flatMap((rule) => {
      const all = own.filter((remark) => remark.rule === rule);
      return [`  ${rule} (${all.length})`, ...cut(all.map(({ about }) => `    ${about}`))];
    });
    return lines.length === 0 ? [] : [`${title}:`, ...lines];
  });

const mostListed = 20;
const cut = (lines: readonly string[]): readonly string[] =>
  lines.length > mostListed ? [...lines.slice(0, mostListed), `    and ${lines.length - mostListed} more`] : lines;

const counted = (rows: readonly unknown[], one: string, many: string): string => `${rows.length} ${rows.length === 1 ? one : many}`;

/** Whoever is on call or in a step, and has to confirm a contact method first. */
function readinessLine({ people, schedules, policies }: FittedOrganisation): string {
  const standing = peopleIn(schedules, policies);
  const count = people.filter(({ id }) => standing.has(id)).length;
  return `Readiness on day one: ${counted(Array.from({ length: count }), 'person is', 'people are')} on call or in a step. Nobody can be paged before they confirm a contact method: invite them, and look at Readiness.`;
}

/** What came whole, what changed by which rule, and who is on call there and here. */
export function reportOf(
  fitted: FittedOrganisation,
  all: readonly ForeignSchedule[],
  comparisons: readonly Comparison[],
): readonly string[] {
  const { people, teams, schedules, policies, services, integrations, routes, heartbeats, windows, remarks } = fitted;
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  return [
    `In the files: ${[
      counted(people, 'person', 'people'),
      counted(teams, 'team', 'teams'),
      counted(schedules, 'schedule', 'schedules'),
      counted(policies, 'policy', 'policies'),
      counted(services, 'service', 'services'),
      counted(integrations, 'integration', 'integrations'),
      counted(routes, 'list of routes', 'lists of routes'),
      counted(heartbeats, 'heartbeat', 'heartbeats'),
      counted(windows, 'maintenance window', 'maintenance windows'),
    ].join(', ')}.`,
    ...remarkLines(remarks),
    ...all.flatMap(({ name, notes }) => [...new Set(notes.map(({ rule, about }) => `${name}: ${rule} (${nameOf(about)}).`))]),
    ...comparisons.flatMap((comparison) => comparisonWords(comparison, nameOf)),
    readinessLine(fitted),
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
