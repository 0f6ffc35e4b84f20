import type { ContactMethod, ContactRow } from '../contacts/rows.js';
import type { AheadAnswer } from '../schedules/ahead.js';
import type { PersonRow } from './rows.js';
import type { PolicyRow } from '../policies/noun.js';
import { readinessOf, type Readiness } from './readiness.js';
import type { SharedReason } from './shared-readiness-reasons.js';
import type { ReceiptsRow } from '../contacts/receipts.js';
import type { ServiceRow } from '../services/noun.js';
import * as heartbeatLimits from '../heartbeats/limits.js';
import type { HeartbeatRow } from '../heartbeats/noun.js';
import type { IntegrationRow } from '../integrations/noun.js';
import { aheadReasons } from './ahead-readiness.js';
import { peopleOfTargets, hasOnlyPersons, isForPrograms, type TargetRows } from '../policies/targets.js';
import type { TeamRow } from '../teams/noun.js';

/** The rows that readiness is computed from. `now`: milliseconds since 1970. */
export interface ReadinessInput {
  readonly people: ReadonlyMap<string, Pick<PersonRow, 'state'>>;
  readonly contacts: ReadonlyMap<string, ContactRow>;
  readonly receipts: ReadonlyMap<string, ReceiptsRow>;
  readonly now: number;
  /** Whether mails are sent from here; undefined: not read yet. */
  readonly mail?: boolean | undefined;
  readonly standing: TargetRows;
  /** Gaps and unreachable people of upcoming shifts; undefined: not loaded. */
  readonly ahead?: Pick<AheadAnswer, 'gaps' | 'lacking'> | undefined;
}

/** The first person reached by a high-urgency page, the method, and the delay in minutes. */
export interface FirstReached {
  readonly personId: string;
  readonly method: ContactMethod;
  readonly afterMinutes: number;
}

export interface SharedReadiness {
  /** Null: no one reliably. */
  readonly first: FirstReached | null;
  readonly reasons: readonly SharedReason[];
}

type Policy = Pick<PolicyRow, 'id' | 'name' | 'removed' | 'steps'>;

type PersonReach = Pick<Readiness, 'isFine' | 'first'>;
const reachesNobody: PersonReach = { isFine: false, first: null };

/** Cache by input: a team used in many steps is evaluated once. */
const reachCache = new WeakMap<ReadinessInput, Map<string, PersonReach>>();

const reachOf = (personId: string, input: ReadinessInput): PersonReach => {
  const { people, contacts, receipts, now, mail } = input;
  const reaches = reachCache.get(input) ?? new Map<string, PersonReach>();
  reachCache.set(input, reaches);
  const before = reaches.get(personId);
  if (before) return before;
  const contact = contacts.get(personId) ?? { id: personId, methods: [], rules: [] };
  const isActive = people.get(personId)?.state === 'active';
  const reach = isActive ? readinessOf({ contact, receipts: receipts.get(personId), policies: [], now, mail }) : reachesNobody;
  reaches.set(personId, reach);
  return reach;
};

const isReached = (personId: string, input: ReadinessInput): boolean => reachOf(personId, input).isFine;

/** No step reaches anyone reliably; or no step pages people. */
const policyReaches = (id: string, isForPeople: boolean, personIds: readonly string[]): SharedReason =>
  isForPeople ? { code: 'readiness.policy_reaches_nobody', id, personIds } : { code: 'readiness.policy_pages_nobody', id };

/** Whether a page by this policy reaches anyone: the first person, and the steps that reach no one reliably. Pure. */
export function policyReadiness(policy: Policy, input: ReadinessInput): SharedReadiness {
  let startsAfter = 0;
  const steps = policy.steps.map(({ targets, waitMinutes }) => {
    const afterMinutes = startsAfter;
    startsAfter += waitMinutes;
    return { afterMinutes, personIds: peopleOfTargets(targets, input.standing), isForPeople: !isForPrograms({ targets }) };
  });
  const reachedPeople = steps.flatMap(({ afterMinutes, personIds }) =>
    personIds.flatMap((personId): readonly FirstReached[] => {
      const { first, isFine } = reachOf(personId, input);
      return first && isFine ? [{ personId, method: first.method, afterMinutes: afterMinutes + first.delayMinutes }] : [];
    }),
  );
  const forPeople = steps.filter(({ isForPeople }) => isForPeople);
  const empty = steps.flatMap(({ personIds, isForPeople }, n): readonly SharedReason[] =>
    !isForPeople || personIds.some((personId) => isReached(personId, input))
      ? []
      : [{ code: 'readiness.step_reaches_nobody', id: policy.id, step: n + 1, personIds }],
  );
  const withoutPeople = steps.flatMap(({ isForPeople }, n): readonly SharedReason[] =>
    isForPeople ? [] : [{ code: 'readiness.step_pages_nobody', id: policy.id, step: n + 1 }],
  );
  const everybody = [...new Set(steps.flatMap(({ personIds }) => personIds))];
  return {
    first: reachedPeople.toSorted((a, b) => a.afterMinutes - b.afterMinutes)[0] ?? null,
    reasons: [
      ...(empty.length === forPeople.length ? [policyReaches(policy.id, forPeople.length > 0, everybody)] : empty),
      ...(forPeople.length > 0 ? withoutPeople : []),
      ...(everybody.length === 1 && hasOnlyPersons(policy.steps)
        ? [{ code: 'readiness.policy_alone' as const, id: policy.id, personIds: everybody }]
        : []),
      ...aheadReasons(policy, input),
    ],
  };
}

type WaitingHeartbeat = Pick<HeartbeatRow, 'id' | 'integrationId' | 'state' | 'since'>;

const isOverlong = ({ state, since }: WaitingHeartbeat, now: number): boolean =>
  state === 'inactive' && now - Date.parse(since) > heartbeatLimits.neverPinged;

/** The same for what fires on a service: by its policy, once something is connected, and by its jobs, once they ping. */
export function serviceReadiness(
  service: Pick<ServiceRow, 'id' | 'rehearsingSince'>,
  policy: Policy,
  integrations: readonly Pick<IntegrationRow, 'id' | 'serviceId'>[],
  input: ReadinessInput,
  heartbeats: readonly WaitingHeartbeat[] = [],
): SharedReadiness {
  const own = new Set(integrations.filter(({ serviceId }) => serviceId === service.id).map(({ id }) => id));
  const { first, reasons } = policyReadiness(policy, input);
  const waiting = heartbeats.filter((one) => own.has(one.integrationId) && isOverlong(one, input.now));
  const isRehearsing = service.rehearsingSince !== undefined;
  return {
    first: isRehearsing ? null : first,
    reasons: [
      ...(isRehearsing ? [{ code: 'readiness.service_rehearses' as const, id: service.id }] : []),
      ...reasons,
      ...(own.size > 0 ? [] : [{ code: 'readiness.nothing_connected' as const, id: service.id }]),
      ...waiting.slice(0, 1).map(({ id }) => ({ code: 'readiness.heartbeat_never_pinged' as const, id })),
    ],
  };
}

/** The same for a team: by each of its policies, and by its managers, who are paged when a policy has come to its end. */
export function teamReadiness(
  team: Pick<TeamRow, 'id' | 'members'>,
  policies: readonly Policy[],
  input: ReadinessInput,
): {
  readonly policies: readonly { readonly policyId: string; readonly readiness: SharedReadiness }[];
  readonly reasons: readonly SharedReason[];
} {
  const managers = team.members.filter(({ role }) => role === 'manager').map(({ personId }) => personId);
  const isSafe = managers.some((personId) => isReached(personId, input));
  return {
    policies: policies.map((policy) => ({ policyId: policy.id, readiness: policyReadiness(policy, input) })),
    reasons: isSafe ? [] : [{ code: 'readiness.no_manager_reached', id: team.id, personIds: managers }],
  };
}
