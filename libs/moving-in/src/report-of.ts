import * as movingInLimits from '@tocsin/contracts/moving-in/limits.js';
import type { MovingInReport } from '@tocsin/contracts/moving-in/moving-in.js';
import { peopleIn } from '@tocsin/domain/observers/moving-in/standing.js';
import { accountsWithout, type BroughtOver } from './bring-over.js';
import { phoneNumbersOf } from './phone-numbers.js';
import { unexplainedHours, type Comparison } from './compare-all.js';

/** What a person reads before anything is applied. */
export function reportOf({ organisation, fitted, comparisons, missing, refused }: BroughtOver): MovingInReport {
  const names = new Map(fitted.people.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const standing = peopleIn(fitted.schedules, fitted.policies);
  return {
    counts: kinds.map(([kind, one, many]) => ({ one, many, count: fitted[kind].length })),
    remarks: [...remarksOf(fitted.remarks), ...notesOf(organisation.schedules, nameOf)],
    missing: missing.slice(0, movingInLimits.listed),
    schedules: comparisons.map((comparison) => comparedOf(comparison, nameOf)),
    refused: [...refused],
    toConfirm: fitted.people.filter(({ id }) => standing.has(id)).length,
    withNumbers: phoneNumbersOf(fitted).length,
    admins: fitted.people.filter(({ isAdmin }) => isAdmin).map(({ name }) => name),
    withoutAddress: accountsWithout(organisation),
  };
}

const kinds = [
  ['people', 'person', 'people'],
  ['teams', 'team', 'teams'],
  ['schedules', 'schedule', 'schedules'],
  ['policies', 'policy', 'policies'],
  ['services', 'service', 'services'],
  ['integrations', 'integration', 'integrations'],
  ['routes', 'list of routes', 'lists of routes'],
  ['heartbeats', 'heartbeat', 'heartbeats'],
  ['windows', 'maintenance window', 'maintenance windows'],
] as const;

type Remark = MovingInReport['remarks'][number];
interface Remarked {
  readonly fate: Remark['fate'];
  readonly rule: string;
  readonly about: string;
}

/** One for each rule; what it concerns stands below. */
const remarksOf = (remarks: readonly Remarked[]): readonly Remark[] => {
  const rules = [...new Map(remarks.map(({ fate, rule }) => [`${fate} ${rule}`, { fate, rule }])).values()];
  return rules
    .map(({ fate, rule }) => remarks.filter((one) => one.fate === fate && one.rule === rule))
    .map((all) => ({
      fate: all[0]!.fate,
      rule: all[0]!.rule,
      count: all.length,
      about: all.slice(0, movingInLimits.listed).map(({ about }) => about),
    }));
};

const notesOf = (schedules: BroughtOver['organisation']['schedules'], nameOf: (id: string) => string): readonly Remark[] =>
  remarksOf(
    schedules.flatMap(({ name, notes }) => {
      const words = new Map(notes.map(({ rule, about }) => [`${rule} ${about}`, { rule, about: `${name}: ${nameOf(about)}` }]));
      return [...words.values()].map((note) => ({ fate: 'changed' as const, ...note }));
    }),
  );

const comparedOf = (
  { schedule: { name, timeZone }, span, differences, isReadOtherwise }: Comparison,
  nameOf: (id: string) => string,
): MovingInReport['schedules'][number] => ({
  schedule: name,
  timeZone,
  from: toInstant(span.from),
  to: toInstant(span.to),
  unexplainedHours: Math.round(unexplainedHours(differences) * 10) / 10,
  isReadOtherwise,
  differences: differences.slice(0, movingInLimits.listed).map(({ from, to, there, here, rule }) => ({
    from: toInstant(from),
    to: toInstant(to),
    there: there.map(nameOf),
    here: here.map(nameOf),
    rule,
  })),
  more: Math.max(0, differences.length - movingInLimits.listed),
});

const toInstant = (millis: number): string => new Date(millis).toISOString();
