import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { CoverageGap } from '@tocsin/contracts/drills/drills.js';
import * as drillLimits from '@tocsin/contracts/drills/limits.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { GroupReads, OpenGroup } from '../../operation/alert-groups/shared/reads.js';
import { createDrillWorld } from './drill-world.js';
import { sendSignal } from './drilled-signal.js';
import { runUntil } from './forecast.js';
import { instantsOf } from './instants.js';

type UnreachedTargets = Pick<CoverageGap, 'steps' | 'lastResort'>;

const isByEscalation = ({ pages }: OpenGroup): boolean =>
  pages.some(({ cause, attempts }) => cause.kind === 'escalation' && Object.keys(attempts).length > 0);
/** A person of the policy is being paged, or all steps ran once. */
const isKnown = (group: OpenGroup): boolean =>
  isByEscalation(group) || group.climb.exhausted || group.climb.round > 1 || group.climb.next === null;

type StepFact = RecordedOf<'EscalationStepTaken'> | RecordedOf<'EscalationStepSkipped'>;

/** The result of a taken step, for the person who has to fix it. */
const stepOf = (fact: StepFact): CoverageGap['steps'][number] => {
  const step = fact.data.step as number;
  if (fact.type === 'EscalationStepSkipped') return { step, reason: 'skipped', personIds: [], scheduleIds: [] };
  const { targets } = fact.data;
  const personIds = targets.flatMap(({ persons }) => persons.flatMap(({ personId }) => personId ?? []));
  const scheduleIds = targets.flatMap(({ target, persons }) =>
    'scheduleId' in target && target.scheduleId !== undefined && persons.length === 0 ? [target.scheduleId] : [],
  );
  return { step, reason: personIds.length > 0 ? 'no_method' : 'no_one', personIds, scheduleIds };
};

const isStep = (event: RecordedFact): event is StepFact =>
  (event.type === 'EscalationStepTaken' || event.type === 'EscalationStepSkipped') &&
  typeof event.data.step === 'number' &&
  event.data.step > 0;

/** Null: a person of the policy would be reached. */
const checkService = (domain: Domain, reads: GroupReads, service: ServiceRow, at: string): UnreachedTargets | null => {
  const world = createDrillWorld(domain, reads, at);
  sendSignal(world, { serviceId: service.id, at, severity: 'critical', labels: {} }, reads);
  runUntil(world, addMillis(at, drillLimits.drill.longest), isKnown);
  const [group] = world.memory.rows<OpenGroup>('groups').all();
  if (group && isByEscalation(group)) return null;
  // the last resort: managers, and owners a little later
  runUntil(world, addMillis(at, drillLimits.drill.longest), ({ climb }) => climb.exhausted && climb.next?.step !== 'owners');
  const [after] = world.memory.rows<OpenGroup>('groups').all();
  const events = world.events as readonly RecordedFact[];
  const calledPeople = (after?.pages ?? []).filter(({ attempts }) => Object.keys(attempts).length > 0).map(({ personId }) => personId);
  return { steps: firstRound(events.filter(isStep)), lastResort: [...new Set(calledPeople)] };
};

const firstRound = (steps: readonly StepFact[]): CoverageGap['steps'] =>
  steps.length === 0
    ? [{ step: 0, reason: 'no_step', personIds: [], scheduleIds: [] }]
    : steps.filter(({ data }) => data.round === steps[0]!.data.round).map(stepOf);

/** The key of services with the same answer: only one of them is examined. */
const kindOf = ({ policyId, teamId, urgencyRule }: ServiceRow): string =>
  `${policyId} ${teamId} ${urgencyRule === 'always_low' ? 'low' : 'high'}`;

/**
 * Where, in a range of time, a critical signal would reach no one by the steps of its service’s policy: service by
 * service, as the running rules would decide. Yields after each service, so that the caller can report progress.
 */
export function* coverageOf(domain: Domain, reads: GroupReads, from: string, to: string): Generator<readonly CoverageGap[]> {
  const cache = new Map<string, readonly Omit<CoverageGap, 'serviceId'>[]>();
  for (const service of servicesByName(reads)) {
    const kind = kindOf(service);
    const gaps = cache.get(kind) ?? gapsOf(domain, reads, service, { from, to });
    cache.set(kind, gaps);
    yield gaps.map((gap) => ({ serviceId: service.id, ...gap }));
  }
}

/** In the order of their names. */
export const servicesByName = ({ services }: Pick<GroupReads, 'services'>): readonly ServiceRow[] =>
  [...services.all()].filter(({ state }) => state === 'active').toSorted((a, b) => (a.name < b.name ? -1 : 1));

const gapsOf = (
  domain: Domain,
  reads: GroupReads,
  service: ServiceRow,
  { from, to }: { readonly from: string; readonly to: string },
): readonly Omit<CoverageGap, 'serviceId'>[] => {
  const version = reads.policies.get(service.policyId)?.versions.at(-1);
  const instants = version ? instantsOf(version, reads, from, to) : [from];
  const gaps: Omit<CoverageGap, 'serviceId'>[] = [];
  instants.forEach((at, n) => {
    const unreached = checkService(domain, reads, service, at);
    if (!unreached) return;
    const end = instants[n + 1] ?? to;
    const last = gaps.at(-1);
    if (last?.to === at && JSON.stringify([last.steps, last.lastResort]) === JSON.stringify([unreached.steps, unreached.lastResort]))
      gaps[gaps.length - 1] = { ...last, to: end };
    else gaps.push({ policyId: service.policyId, from: at, to: end, ...unreached });
  });
  return gaps;
};
