import type { PolicyDrill, PolicyDrillsAnswer } from '@tocsin/contracts/drills/policy-drills.js';
import * as drillLimits from '@tocsin/contracts/drills/limits.js';
import { foreignSystemNames } from '@tocsin/contracts/moving-in/systems.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { GroupReads } from '../../operation/alert-groups/shared/reads.js';
import { forecast, type Forecast } from './forecast.js';
import { servicesByName } from './coverage.js';

const isForeign = (key: string): boolean => foreignSystemNames.some((system) => key.startsWith(`${system}:`));

/** Policies that came from another system, by their external keys; and those of services that rehearse. */
function movedPolicies(reads: GroupReads): readonly PolicyRow[] {
  const rehearsed = new Set(
    servicesByName(reads).flatMap(({ rehearsingSince, policyId }) => (rehearsingSince === undefined ? [] : policyId)),
  );
  const isMoved = ({ id }: PolicyRow): boolean => rehearsed.has(id) || isForeign(reads.configItems.get(id)?.externalKey ?? '');
  return [...reads.policies.all()].filter(isMoved).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const minuteOf = (at: string, when: string): number => Math.floor(millisBetween(at, when) / duration.minute);

/** Not the last resort: managers and owners stand in no step. */
const isFirstRound = ({ round, step }: Forecast['ladder']['rungs'][number]): boolean => round === 1 && typeof step === 'number';

/** Who is reached by what in its first round, minute by minute. */
function reachedIn({ at, ladder }: Forecast): PolicyDrill['reached'] {
  const end = ladder.rungs.find((rung) => !isFirstRound(rung))?.takenAt;
  const found = new Map<string, PolicyDrill['reached'][number]>();
  for (const { personId, attempts } of ladder.pages)
    for (const { kind, startedAt } of attempts) {
      if (startedAt === null || (end !== undefined && startedAt >= end)) continue;
      const minute = minuteOf(at, startedAt);
      const before = found.get(`${minute} ${personId}`)?.kinds ?? [];
      found.set(`${minute} ${personId}`, { minute, personId, kinds: before.includes(kind) ? before : [...before, kind] });
    }
  return [...found.values()].toSorted((one, other) => one.minute - other.minute);
}

/** Who stands in a step and has nothing that would reach them. */
function unreachedIn({ ladder }: Forecast, reached: PolicyDrill['reached']): readonly string[] {
  const ids = ladder.rungs
    .filter(isFirstRound)
    .flatMap(({ targets }) => targets.flatMap(({ persons }) => persons.map(({ personId }) => personId)));
  const known = new Set(reached.map(({ personId }) => personId));
  return [...new Set(ids)].filter((id) => !known.has(id));
}

/** Whom a critical alert at this moment would reach by each policy that was moved in, as if its services were live. Sends nothing. */
export function drillPolicies(domain: Domain, reads: GroupReads, at: string): PolicyDrillsAnswer {
  const policies = movedPolicies(reads);
  const drills = policies.slice(0, drillLimits.drill.listed).map(({ id: policyId }): PolicyDrill => {
    const service = servicesByName(reads).find((one) => one.policyId === policyId);
    const found = service && forecast(domain, reads, { serviceId: service.id, at, severity: 'critical', labels: {} });
    const reached = found ? reachedIn(found) : [];
    return { policyId, serviceId: service?.id ?? null, reached, unreached: found ? [...unreachedIn(found, reached)] : [] };
  });
  return { at, drills, more: policies.length - drills.length };
}
