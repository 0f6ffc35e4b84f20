import { emailAddress, toAsciiAddress } from '@tocsin/contracts/email-address.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { nameKeyOf } from '../../rules/names.js';
import { fitRoutes, type FittedRoutes } from './fit-routes.js';
import { fittingName, fittingNames } from './fitting-names.js';
import type { ForeignOrganisation, ForeignPerson, ForeignSchedule, ForeignTeam } from './organisation.js';
import {
  Remarks,
  type IntegrationDraft,
  type PolicyDraft,
  type Remark,
  type ServiceDraft,
  type StepDraft,
  type TargetDraft,
} from './settings.js';

type Names = ReadonlyMap<string, string>;

/** An organisation as Tocsin can take it: every name fits, every service has a policy that pages somebody. */
export interface FittedOrganisation extends Omit<ForeignOrganisation, 'services' | 'policies' | 'routes'> {
  readonly services: readonly (ServiceDraft & { readonly teamId: string; readonly policyId: string })[];
  readonly policies: readonly (PolicyDraft & { readonly teamId: string })[];
  readonly routes: readonly FittedRoutes[];
  /** Addresses by id; two ids of one address are one person. */
  readonly emails: Names;
  readonly names: {
    readonly teams: Names;
    readonly schedules: Names;
    readonly policies: Names;
    readonly services: Names;
    readonly integrations: Names;
    readonly windows: Names;
    readonly heartbeats: Names;
  };
  readonly remarks: readonly Remark[];
}

/** The id of the team for what has none there. */
export const noTeamId = 'no team';

const usualWait = policyLimits.stepDelayMinutes.default;

/** In small letters, as addresses are compared; null: nobody can be invited by it. */
function addressOf({ email, name }: ForeignPerson, remarks: Remarks): string | null {
  const text = toAsciiAddress((email ?? '').trim());
  if (text !== '' && text.length <= 200 && emailAddress.safeParse(text).success) return text;
  remarks.add('missing', 'person without an address, in no file', text === '' ? name : `${name} (${text})`);
  return null;
}

function addressesOf(people: readonly ForeignPerson[], remarks: Remarks): Names {
  const known = new Map<string, ForeignPerson>();
  return new Map(
    people.flatMap((person) => {
      const email = addressOf(person, remarks);
      if (email === null) return [];
      const other = known.get(nameKeyOf(email));
      if (other !== undefined) remarks.add('changed', 'two users of one address are one person', `${person.name}, ${other.name}`);
      else known.set(nameKeyOf(email), person);
      return [[person.id, nameKeyOf(email)] as const];
    }),
  );
}

interface Reach {
  readonly person: (id: string) => boolean;
  readonly target: (target: TargetDraft) => boolean;
}

function reachOf({ schedules, teams }: Pick<ForeignOrganisation, 'schedules' | 'teams'>, pageable: ReadonlySet<string>): Reach {
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
function fitPolicy(policy: PolicyDraft, organisation: ForeignOrganisation, reach: Reach, remarks: Remarks): PolicyDraft | null {
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
function policyOfTeam(team: ForeignTeam, people: readonly ForeignPerson[], reach: Reach): PolicyDraft | null {
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

type Placed<T> = T & { readonly teamId: string };
type FittedService = Placed<ServiceDraft> & { readonly policyId: string };

/** Services with a policy of their own team that pages somebody, and the policies that this needs. */
class ServiceFitter {
  readonly policies = new Map<string, Placed<PolicyDraft>>();

  constructor(
    private readonly given: ReadonlyMap<string, PolicyDraft | null>,
    private readonly teams: ReadonlyMap<string, ForeignTeam>,
    private readonly people: readonly ForeignPerson[],
    private readonly reach: Reach,
    private readonly remarks: Remarks,
  ) {
    for (const [id, policy] of given) {
      const fitted = policy && this.withSteps({ ...policy, teamId: this.teamOf(policy.teamId) });
      if (fitted) this.policies.set(id, fitted);
    }
  }

  private teamOf(id: string | null): string {
    return id !== null && this.teams.has(id) ? id : noTeamId;
  }

  /** One that pages nobody there pages its team here: a service may use it. */
  private withSteps(policy: Placed<PolicyDraft>): Placed<PolicyDraft> | null {
    if (policy.steps.length > 0) return policy;
    const instead = policyOfTeam(this.teams.get(policy.teamId)!, this.people, this.reach);
    if (instead === null) return null;
    this.remarks.add('changed', 'policy whose steps reach nobody: it pages the team', policy.name);
    return { ...policy, steps: instead.steps };
  }

  fit(service: ServiceDraft): FittedService | null {
    const own = this.policies.get(service.policyId ?? '');
    const teamId = this.teamOf(service.teamId ?? own?.teamId ?? this.given.get(service.policyId ?? '')?.teamId ?? null);
    const policyId = own ? this.inTeam(own, teamId) : this.everybody(service, teamId);
    if (policyId === null) {
      this.remarks.add('missing', 'service that nobody can be paged for', service.name);
      return null;
    }
    return { ...service, teamId, policyId };
  }

  /** A service has a policy of its own team. */
  private inTeam(policy: Placed<PolicyDraft>, teamId: string): string {
    if (policy.teamId === teamId) return policy.id;
    const id = `${policy.id}:${teamId}`;
    if (!this.policies.has(id)) this.remarks.add('changed', 'policy of another team is copied', policy.name);
    this.policies.set(id, { ...policy, id, teamId });
    return id;
  }

  private everybody(service: ServiceDraft, teamId: string): string | null {
    const policy = policyOfTeam(this.teams.get(teamId)!, this.people, this.reach);
    if (policy === null) return null;
    this.remarks.add('changed', 'service without a policy: it pages the team', service.name);
    this.policies.set(policy.id, { ...policy, teamId });
    return policy.id;
  }
}

/** Where one service has more integrations than it can have, others like it have the rest. */
function spread(
  services: readonly FittedService[],
  integrations: readonly IntegrationDraft[],
  remarks: Remarks,
): { readonly services: readonly FittedService[]; readonly integrations: readonly IntegrationDraft[] } {
  const most = integrationLimits.integrationsPerService;
  const parts = services.map((service) => {
    const own = integrations.filter(({ serviceId }) => serviceId === service.id);
    const count = Math.max(1, Math.ceil(own.length / most));
    if (count > 1) remarks.add('changed', `${most} integrations for each service`, service.name);
    const idOf = (part: number): string => (part === 0 ? service.id : `${service.id}:${part + 1}`);
    return {
      services: Array.from({ length: count }, (_, n) => ({
        ...service,
        id: idOf(n),
        ...(n === 0 ? {} : { name: `${service.name} ${n + 1}` }),
      })),
      integrations: own.map((one, n) => ({ ...one, serviceId: idOf(Math.floor(n / most)) })),
    };
  });
  return { services: parts.flatMap((part) => part.services), integrations: parts.flatMap((part) => part.integrations) };
}

/** Those of the team for what has none: whoever stands in it. */
function withOtherTeam(organisation: ForeignOrganisation, otherTeam: string): readonly ForeignTeam[] {
  const known = new Set(organisation.teams.map(({ id }) => id));
  const isOther = ({ teamId }: { readonly teamId: string | null }): boolean => !known.has(teamId ?? '');
  const policies = organisation.policies.filter(isOther);
  const schedules = organisation.schedules.filter((one) => isOther(one) && !one.isUnreadable);
  const given = new Map(organisation.policies.map((policy) => [policy.id, policy]));
  const services = organisation.services.filter(
    (one) => isOther(one) && isOther({ teamId: given.get(one.policyId ?? '')?.teamId ?? null }),
  );
  if (policies.length === 0 && schedules.length === 0 && services.length === 0) return organisation.teams;
  const ids = [
    ...policies.flatMap(({ steps }) => steps.flatMap(({ targets }) => targets.flatMap((one) => ('person' in one ? one.person : [])))),
    ...schedules.flatMap(({ layers }) => layers.flatMap(({ slots }) => slots.flat())),
  ];
  const members = [...new Set(ids)].map((personId) => ({ personId, isManager: false }));
  return [...organisation.teams, { id: noTeamId, name: otherTeam, members }];
}

/** An integration whose name occurs twice in its team says its service. */
function namedByService(integrations: readonly IntegrationDraft[], services: readonly FittedService[]) {
  const of = new Map(services.map((service) => [service.id, service]));
  const placed = integrations.map((one) => ({ ...one, within: of.get(one.serviceId)!.teamId }));
  const key = (one: { readonly within: string; readonly name: string }): string => `${one.within} ${nameKeyOf(one.name)}`;
  const counts = new Map<string, number>();
  for (const one of placed) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return placed.map((one) => (counts.get(key(one))! > 1 ? { ...one, name: `${of.get(one.serviceId)!.name} ${one.name}` } : one));
}

/** Who is on call in two slots, by whichever of two users of one address, is one person. */
const fitSchedule = (schedule: ForeignSchedule, teamIds: ReadonlySet<string>): ForeignSchedule & { readonly teamId: string } => ({
  ...schedule,
  teamId: teamIds.has(schedule.teamId ?? '') ? schedule.teamId! : noTeamId,
});

export function fitOrganisation(given: ForeignOrganisation, otherTeam: string): FittedOrganisation {
  const remarks = new Remarks();
  for (const { fate, rule, about } of given.remarks) remarks.add(fate, rule, about);
  const emails = addressesOf(given.people, remarks);
  for (const { name, isAdmin, isBlocked } of given.people) {
    if (isAdmin === true) remarks.add('by hand', 'admin there: to be granted by a person', name);
    if (isBlocked === true) remarks.add('missing', 'blocked there: got nothing', name);
  }
  const pageable = new Set(given.people.filter(({ id, isObserver }) => !isObserver && emails.has(id)).map(({ id }) => id));
  const observers = new Set(given.people.flatMap(({ id, isObserver }) => (isObserver ? [id] : [])));
  for (const { id, name } of given.people)
    if (observers.has(id) && given.teams.some(({ members }) => members.some(({ personId }) => personId === id)))
      remarks.add('changed', 'who only watches is in no team', name);
  const staffed = withOtherTeam(given, otherTeam).map((team) => ({
    ...team,
    members: team.members.filter(({ personId }) => !observers.has(personId)),
  }));
  const organisation = { ...given, teams: staffed };
  const teamIds = new Set(organisation.teams.map(({ id }) => id));
  const schedules = organisation.schedules.filter(({ isUnreadable }) => !isUnreadable).map((one) => fitSchedule(one, teamIds));
  const reach = reachOf(organisation, pageable);
  const teams = new Map(organisation.teams.map((team) => [team.id, team]));
  const fitted = new Map(given.policies.map((policy) => [policy.id, fitPolicy(policy, organisation, reach, remarks)]));
  const fitter = new ServiceFitter(fitted, teams, given.people, reach, remarks);
  const kept = given.services.flatMap((service) => fitter.fit(service) ?? []);
  const known = new Set(kept.map(({ id }) => id));
  const { services, integrations } = spread(
    kept,
    given.integrations.filter(({ serviceId }) => known.has(serviceId)),
    remarks,
  );
  const policies = [...fitter.policies.values()];
  const named = namedByService(integrations, services);
  const keptIds = new Set(integrations.map(({ id }) => id));
  const written = { services: new Set(services.map(({ id }) => id)), policies: new Set(policies.map(({ id }) => id)) };
  const integrationNames = new Map(integrations.map(({ id, name }) => [id, name]));
  const routes = given.routes.flatMap((list) => {
    const name = integrationNames.get(list.integrationId);
    return name === undefined ? [] : [fitRoutes(list, name, written, remarks)];
  });
  const heartbeats = given.heartbeats.filter(({ integrationId }) => keptIds.has(integrationId));
  const windows = given.windows.map((one) => ({ ...one, serviceIds: one.serviceIds.filter((id) => known.has(id)) }));
  const word = (rows: readonly { readonly id: string; readonly name: string; readonly teamId: string }[], kind: string): Names =>
    fittingNames(
      rows.map(({ id, name, teamId }) => ({ id, name, within: teamId })),
      kind,
      remarks,
    );
  return {
    ...organisation,
    schedules,
    policies,
    services,
    integrations,
    heartbeats,
    windows: windows.filter(({ serviceIds }) => serviceIds.length > 0),
    routes,
    emails,
    names: {
      teams: fittingNames(
        organisation.teams.map(({ id, name }) => ({ id, name, within: '' })),
        'Team',
        remarks,
      ),
      schedules: word(schedules, 'Schedule'),
      policies: word(policies, 'Policy'),
      services: word(services, 'Service'),
      integrations: fittingNames(named, 'Integration', remarks),
      heartbeats: fittingNames(
        heartbeats.map(({ id, name, integrationId }) => ({ id, name, within: integrationId })),
        'Heartbeat',
        remarks,
      ),
      windows: fittingNames(
        windows.map(({ id, name }) => ({ id, name, within: '' })),
        'Maintenance',
        remarks,
      ),
    },
    remarks: remarks.all,
  };
}
