import type { FittedOrganisation } from '@tocsin/domain/observers/moving-in/fit.js';
import type { ForeignSchedule } from '@tocsin/domain/observers/moving-in/organisation.js';
import { peopleIn } from '@tocsin/domain/observers/moving-in/standing.js';
import { unexplainedHours, type Comparison } from '@tocsin/moving-in/compare-all.js';

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
