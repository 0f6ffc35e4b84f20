import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { fittingName } from './fitting-names.js';
import type { ForeignOrganisation, ForeignPerson, ForeignTeam } from './organisation.js';
import { usualWait, type PolicyDraft, type Remarks, type StepDraft, type TargetDraft } from './settings.js';

/** Who can be paged, and by which targets. */
export interface Reach {
  readonly person: (id: string) => boolean;
  readonly target: (target: TargetDraft) => boolean;
}

export function reachOf({ schedules, teams }: Pick<ForeignOrganisation, 'schedules' | 'teams'>, pageable: ReadonlySet<string>): Reach {
  const person = (id: string): boolean => pageable.has(id);
  const onDuty = new Set(
    schedules
      .filter(({ isUnreadable, layers }) => !isUnreadable && layers.some(({ slots }) => slots.flat().some(person)))
      .map(({ id }) => id),
  );
  const staffed = new Set(teams.filter(({ members }) => members.some(({ personId }) => person(personId))).map(({ id }) => id));
  const target = (one: TargetDraft): boolean => {
    if ('person' in one) return person(one.person);
    if ('team' in one) return staffed.has(one.team);
    return onDuty.has('schedule' in one ? one.schedule : one.nextOnCall);
  };
  return { person, target };
}

const wordOf = (target: TargetDraft, { people, teams, schedules }: ForeignOrganisation): string => {
  const [kind, id] = Object.entries(target)[0] as [string, string];
  const rows = kind === 'person' ? people : kind === 'team' ? teams : schedules;
  return rows.find((row) => row.id === id)?.name ?? id;
};

const keyOf = (target: TargetDraft): string => JSON.stringify(target);

/** Without targets that reach nobody; null: with none left. */
function fitTargets(step: StepDraft, about: string, organisation: ForeignOrganisation, reach: Reach, remarks: Remarks): StepDraft | null {
  const unique = [...new Map(step.targets.map((target) => [keyOf(target), target])).values()];
  const kept = unique.filter((target) => {
    const isReached = reach.target(target);
    if (!isReached) remarks.add('missing', 'target that reaches nobody', `${about}: ${wordOf(target, organisation)}`);
    return isReached;
  });
  if (kept.length > policyLimits.targetsPerStep) remarks.add('changed', `only ${policyLimits.targetsPerStep} targets of a step`, about);
  return kept.length === 0 ? null : { ...step, targets: kept.slice(0, policyLimits.targetsPerStep) };
}

const within = (minutes: number): number =>
  Math.min(policyLimits.stepDelayMinutes.max, Math.max(policyLimits.stepDelayMinutes.min, Math.round(minutes)));

/** The wait of a step that is left out is added to the one before. Null: it has more steps than there can be. */
export function fitPolicy(policy: PolicyDraft, organisation: ForeignOrganisation, reach: Reach, remarks: Remarks): PolicyDraft | null {
  const { name } = policy;
  const steps: StepDraft[] = [];
  for (const step of policy.steps) {
    const fitted = fitTargets(step, name, organisation, reach, remarks);
    const last = steps.at(-1);
    if (fitted !== null) steps.push(fitted);
    else if (last !== undefined) steps[steps.length - 1] = { ...last, waitMinutes: last.waitMinutes + step.waitMinutes };
  }
  if (policy.repeats > policyLimits.repeatsMax) remarks.add('changed', `${policyLimits.repeatsMax} repeats at most`, name);
  if (steps.length > policyLimits.stepsPerPolicy) {
    remarks.add('no counterpart', `more than ${policyLimits.stepsPerPolicy} steps`, name);
    return null;
  }
  return {
    ...policy,
    repeats: Math.min(policyLimits.repeatsMax, Math.max(0, policy.repeats)),
    steps: steps.map((step, n) => ({
      ...step,
      waitMinutes: within(step.waitMinutes === 0 && n === steps.length - 1 ? usualWait : step.waitMinutes),
    })),
  };
}

/** A policy that pages the team; where it has nobody, whoever can be paged. Null: nobody can. */
export function policyOfTeam(team: ForeignTeam, people: readonly ForeignPerson[], reach: Reach): PolicyDraft | null {
  const other = people.find(({ id, isAdmin }) => isAdmin === true && reach.person(id)) ?? people.find(({ id }) => reach.person(id));
  const own: TargetDraft = { team: team.id };
  const targets = reach.target(own) ? [own] : other === undefined ? [] : [{ person: other.id }];
  if (targets.length === 0) return null;
  return {
    id: `everybody:${team.id}`,
    name: `${fittingName(team.name, 'Team')}: everybody`.slice(0, 80),
    teamId: team.id,
    repeats: policyLimits.repeatsDefault,
    steps: [{ waitMinutes: usualWait, targets }],
  };
}
