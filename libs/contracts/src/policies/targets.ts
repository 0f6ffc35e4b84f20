import type { IdField, PolicyTarget } from './noun.js';
import type { OnCallRow } from '../schedules/schedules.js';
import type { TeamRow } from '../teams/noun.js';

/** Rows of schedules and teams by id. */
export interface TargetRows {
  readonly onCall: ReadonlyMap<string, Pick<OnCallRow, 'people' | 'next' | 'removed'>>;
  readonly teams: ReadonlyMap<string, Pick<TeamRow, 'members' | 'removed'>>;
}

type Kind = PolicyTarget['kind'];

/** What a target names by an id, and that can’t be removed while a policy does. */
export type NamedByTarget = 'person' | 'schedule' | 'team' | 'webhook';

interface TargetTraits<T> {
  readonly names: NamedByTarget;
  readonly idField: IdField;
  /** Who is behind it: always the same person, whoever is a member or on duty at the moment, or a program. */
  readonly behind: 'one' | 'members' | 'duty' | 'program';
  readonly people: (target: T, rows: TargetRows) => readonly string[] | undefined;
}

/** The kinds of target. The rules of each are in the domain’s `targets.ts`, its words in the web’s. */
const traitsOfKind: { readonly [K in Kind]: TargetTraits<Extract<PolicyTarget, { kind: K }>> } = {
  person: { names: 'person', idField: 'personId', behind: 'one', people: ({ personId }) => [personId] },
  schedule: {
    names: 'schedule',
    idField: 'scheduleId',
    behind: 'duty',
    people: ({ scheduleId }, { onCall }) => onCall.get(scheduleId)?.people.map(({ personId }) => personId),
  },
  next_on_call: {
    names: 'schedule',
    idField: 'scheduleId',
    behind: 'duty',
    people: ({ scheduleId }, { onCall }) => onCall.get(scheduleId)?.next,
  },
  team: {
    names: 'team',
    idField: 'teamId',
    behind: 'members',
    people: ({ teamId }, { teams }) => teams.get(teamId)?.members.map(({ personId }) => personId),
  },
  webhook: { names: 'webhook', idField: 'subscriptionId', behind: 'program', people: () => [] },
};

/** As events record it, where `kind` may also be a role. */
interface AnyTarget {
  readonly kind: string;
}
interface HasTargets<T = PolicyTarget> {
  readonly targets: readonly T[];
}

export const traitsOf = ({ kind }: AnyTarget): TargetTraits<PolicyTarget> | undefined =>
  (traitsOfKind as Readonly<Record<string, unknown>>)[kind] as TargetTraits<PolicyTarget> | undefined;

export const idOf = (target: PolicyTarget): string => (target as unknown as Readonly<Record<string, string>>)[traitsOf(target)!.idField]!;

/** Whether a target names this person, schedule, team or webhook. */
export const doesName = (target: PolicyTarget, what: NamedByTarget, id: string): boolean =>
  traitsOf(target)?.names === what && idOf(target) === id;

/** What a step names of one sort, by id: people directly, not through a schedule or team. */
export const idsNamed = ({ targets }: HasTargets, what: NamedByTarget): readonly string[] =>
  targets.flatMap((target) => (traitsOf(target)?.names === what ? [idOf(target)] : []));

/** A key for each target: equal targets have equal keys. */
export const targetKey = (target: PolicyTarget): string => `${target.kind} ${idOf(target)}`;

const noRows: TargetRows = { onCall: new Map(), teams: new Map() };

/** The people behind targets at the moment, each once; programs have none. */
export const peopleOfTargets = (targets: readonly PolicyTarget[], rows: TargetRows = noRows): readonly string[] => {
  const peopleOf = (target: PolicyTarget): readonly string[] => traitsOf(target)?.people(target, rows) ?? [];
  return [...new Set(targets.flatMap(peopleOf))];
};

/** It calls programs alone: no person is paged by it, and none is missing. */
export const isForPrograms = ({ targets }: HasTargets<AnyTarget>): boolean =>
  targets.length > 0 && targets.every((target) => traitsOf(target)?.behind === 'program');

/** Whether these steps name only people, so that time and membership don’t change who is paged. */
export const hasOnlyPersons = (steps: readonly HasTargets[]): boolean =>
  steps.every(({ targets }) => targets.every((target) => ['one', 'program'].includes(traitsOf(target)?.behind ?? '')));
