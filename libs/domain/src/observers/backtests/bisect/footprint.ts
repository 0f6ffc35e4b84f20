import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Row } from './edited-kinds.js';
import type { Edited } from './edits.js';

type Names = 'policy' | 'integration' | 'person' | 'team' | 'schedule';

/** What the alert groups of a period had to do with, by their service. */
export class Footprint {
  readonly services = new Set<string>();
  private readonly byName = new Map<string, Set<string>>();
  private readonly serviceOf = new Map<string, string>();

  take(event: Recorded, memory: MemoryRows): void {
    const fact = event as RecordedFact;
    if (fact.type === 'AlertGroupOpened') {
      const { groupId, serviceId, teamId, policy, origin } = fact.data;
      if (serviceId === null) return;
      this.serviceOf.set(groupId, serviceId);
      this.services.add(serviceId);
      if (teamId !== null) this.add('team', teamId, serviceId);
      if (origin.kind === 'signal') this.add('integration', origin.integrationId, serviceId);
      if (policy) this.addPolicy(policy.policyId, serviceId, memory);
    }
    const service = fact.type === 'PageStarted' ? this.serviceOf.get(fact.data.groupId) : undefined;
    if (service !== undefined && fact.type === 'PageStarted') this.add('person', fact.data.personId, service);
  }

  /** The services of whose groups one person at least was paged, together. */
  sharing(): readonly (readonly string[])[] {
    return [...this.byName].filter(([name]) => name.startsWith('person ')).map(([, services]) => [...services]);
  }

  /** The counted services that a thing may concern. */
  servicesOf({ of: { kind, only }, id, before, after }: Edited): readonly string[] {
    if (only !== undefined) return [...this.services];
    const rows = [before, after].filter((row) => row !== null);
    const named = {
      policies: () => this.named('policy', id),
      schedules: () => this.named('schedule', id),
      services: () => [id],
      routeRules: () => [...this.named('integration', id), ...rows.flatMap(servicesOfRoutes)],
      silences: () => this.ofTeams(rows),
      maintenanceWindows: () => this.ofTeams(rows),
      inhibitionRules: () => this.ofTeams(rows),
      heartbeats: () => rows.flatMap((row) => this.named('integration', row['integrationId'] as string)),
      organisation: () => [...this.services],
      person: () => this.named('person', id),
    }[kind]();
    return [...new Set(named)].filter((service) => this.services.has(service)).toSorted();
  }

  private addPolicy(policyId: string, service: string, memory: MemoryRows): void {
    this.add('policy', policyId, service);
    for (const { targets } of memory.rows<PolicyRow>('policies').get(policyId)?.steps ?? []) {
      for (const target of targets) if ('scheduleId' in target) this.add('schedule', target.scheduleId, service);
    }
  }

  private add(name: Names, id: string, service: string): void {
    const key = `${name} ${id}`;
    this.byName.set(key, (this.byName.get(key) ?? new Set()).add(service));
  }

  private named(name: Names, id: string): readonly string[] {
    return [...(this.byName.get(`${name} ${id}`) ?? [])];
  }

  private ofTeams(rows: readonly Row[]): readonly string[] {
    return rows.flatMap(({ teamId, services }) => {
      if (Array.isArray(services) && services.length > 0) return services as string[];
      return teamId === null ? [...this.services] : this.named('team', teamId as string);
    });
  }
}

const servicesOfRoutes = ({ rules }: Row): readonly string[] =>
  (rules as readonly { readonly outcome: { readonly serviceId?: string } }[]).flatMap(({ outcome }) => outcome.serviceId ?? []);
