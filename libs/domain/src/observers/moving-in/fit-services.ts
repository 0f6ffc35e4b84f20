import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { nameKeyOf } from '../../rules/names.js';
import { policyOfTeam, type Reach } from './fit-policies.js';
import type { ForeignPerson, ForeignTeam } from './organisation.js';
import type { IntegrationDraft, PolicyDraft, Remarks, ServiceDraft } from './settings.js';

/** The id of the team for what has none there. */
export const noTeamId = 'no team';

export type Placed<T> = T & { readonly teamId: string };
type FittedService = Placed<ServiceDraft> & { readonly policyId: string };

/** Services with a policy of their own team that pages somebody, and the policies that this needs. */
export class ServiceFitter {
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
export function spread(
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

/** An integration whose name occurs twice in its team says its service. */
export function namedByService(integrations: readonly IntegrationDraft[], services: readonly FittedService[]) {
  const of = new Map(services.map((service) => [service.id, service]));
  const placed = integrations.map((one) => ({ ...one, within: of.get(one.serviceId)!.teamId }));
  const key = (one: { readonly within: string; readonly name: string }): string => `${one.within} ${nameKeyOf(one.name)}`;
  const counts = new Map<string, number>();
  for (const one of placed) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return placed.map((one) => (counts.get(key(one))! > 1 ? { ...one, name: `${of.get(one.serviceId)!.name} ${one.name}` } : one));
}
