import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { Draft } from '../draft.js';
import { isDrill } from '../shared/open-drills.js';
import { isRehearsal } from '../shared/rehearsal.js';
import { managersOf } from '../shared/reads.js';
import type { BatchedCall, StepNumber } from '../state.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import { resolveTarget, rulesOfTarget, type TargetPerson } from '../../../setup/policies/shared/targets.js';
import { pickOf } from './round-robin.js';
import { rulesOf, type EscalationStep } from './rules.js';
import { page, notPagedReasonOf, type PageOptions } from './paging.js';
import { planCall } from './webhook-calls.js';
import { notifyNextPart } from './notify-resolved.js';

type StepTarget = FactOf<'EscalationStepTaken'>['targets'][number];
type Role = 'manager' | 'owner';
type LadderStep = NonNullable<BatchedCall['rung']>;

/** Fields of a taken step besides its number and its people. */
type StepDetails = Pick<FactOf<'EscalationStepTaken'>, 'part' | 'stepId' | 'picked' | 'judgedBy'>;

export const recordStep = (
  draft: Draft,
  round: number,
  step: StepNumber,
  targets: readonly StepTarget[],
  details: StepDetails = {},
): boolean => {
  const isEmpty = targets.every(({ persons: pagedPersons }) => pagedPersons.every(({ outcome }) => outcome === 'not_reachable'));
  draft.add({
    type: 'EscalationStepTaken',
    data: {
      groupId: draft.group.groupId,
      round,
      step,
      targets: [...targets],
      empty: isEmpty,
      ...details,
      ...draft.late,
    },
  });
  return isEmpty;
};

const peopleInRole = (draft: Draft, role: Role): readonly string[] => {
  const { reads } = draft.context;
  if (role === 'owner') return reads.people.where('role', 'owner').map((person) => person.id);
  return managersOf(draft.group, reads);
};

/** The people, by their ids, that one decision pages. */
interface PeopleBatch {
  /** People who are paged now, and those listed because they can’t be reached. */
  readonly people: ReadonlySet<string>;
  /** The last person paged; null: none. */
  readonly last: string | null;
  readonly isAll: boolean;
  /** Number of people beyond those paged in total, or listed. */
  readonly more: number;
}

/** The next of these people after the one given. Unreachable people are listed with the first part. */
const batchOf = (draft: Draft, personIds: readonly string[], after: string | null, isNow = false): PeopleBatch => {
  const all = [...new Set(personIds)].toSorted();
  const reachable = all.filter((personId) => !notPagedReasonOf(draft, personId, { isNow }));
  const candidates = reachable.slice(0, alertGroupLimits.calledOfRole).filter((personId) => after === null || personId > after);
  const batchIds = new Set(candidates.slice(0, alertGroupLimits.calledTogether));
  const isReachable = new Set(reachable);
  const unreachableIds = new Set(
    after === null ? all.filter((personId) => !isReachable.has(personId)).slice(0, peopleLimits.unreachableListed) : [],
  );
  const more = after === null ? all.length - Math.min(reachable.length, alertGroupLimits.calledOfRole) - unreachableIds.size : 0;
  return {
    people: new Set([...batchIds, ...unreachableIds]),
    last: candidates[batchIds.size - 1] ?? null,
    isAll: candidates.length === batchIds.size,
    more,
  };
};

/** The round-robin pick of these people, and those skipped because they can’t be paged. */
const pickInTurn = (
  draft: Draft,
  { stepId }: EscalationStep,
  personIds: readonly string[],
  isNow: boolean,
): PeopleBatch & Pick<StepDetails, 'picked'> => {
  const last = stepId === undefined ? undefined : draft.context.reads.turns.get(stepId);
  const { picked, passedOver } = pickOf([...new Set(personIds)], last, (personId) => !notPagedReasonOf(draft, personId, { isNow }));
  const unreachableIds = passedOver.slice(0, peopleLimits.unreachableListed);
  const people = new Set(picked ? [picked.personId, ...unreachableIds] : unreachableIds);
  return {
    people,
    last: picked?.personId ?? null,
    isAll: true,
    more: passedOver.length - unreachableIds.length,
    // a rehearsal or a drill takes nobody’s turn
    ...(picked && !isRehearsal(draft.group, draft.context.reads) && !isDrill(draft.group) ? { picked } : {}),
  };
};

interface StepCall extends Pick<PeopleBatch, 'last' | 'isAll'> {
  readonly target: StepTarget;
}

const callRole = (draft: Draft, role: Role, after: string | null): StepCall => {
  const all = peopleInRole(draft, role);
  const { people, more, ...batch } = batchOf(draft, all, after);
  const options: PageOptions = {
    cause: { kind: 'exhausted', role },
    everyMethod: draft.group.urgency === 'high',
    cancelledByAcknowledge: true,
  };
  const persons = [...people].toSorted().map((personId) => page(draft, personId, options));
  return { ...batch, target: { target: { kind: role }, persons, ...(more > 0 ? { more } : {}) } };
};

/** For a step with more people than one decision pages: where to continue, by id. */
interface CallOptions extends Pick<StepDetails, 'judgedBy'> {
  readonly after?: string | null;
  readonly part?: number;
  /** Pages people again who are already being paged. */
  readonly pageAgain?: boolean;
  /** For replacements of people who left: the step’s programs were called already. */
  readonly onlyPeople?: boolean | undefined;
  /** Pages these people alone: the others of the step were paged already. */
  readonly only?: ReadonlySet<string>;
}

/** The id of a step, where its policy has one. */
export const stepIdRef = ({ stepId }: EscalationStep): { readonly stepId?: string } => (stepId === undefined ? {} : { stepId });

/** For a program: plans its call, once for the step. */
const callOf = (
  draft: Draft,
  target: PolicyTarget,
  ladderStep: { readonly round: number; readonly step: number },
  { after, onlyPeople }: CallOptions,
): Pick<StepTarget, 'callId'> => {
  const subscriptionId = rulesOfTarget(target).calls?.(target);
  return subscriptionId !== undefined && after === null && onlyPeople !== true
    ? { callId: planCall(draft, subscriptionId, ladderStep) }
    : {};
};

interface ResolvedTarget {
  readonly target: PolicyTarget;
  readonly persons: readonly TargetPerson[];
}

/** The people of a step that this decision pages: one by round-robin, or as many as fit into one decision. Undefined: all of them. */
const selectPeople = (
  draft: Draft,
  step: EscalationStep,
  targets: readonly ResolvedTarget[],
  { after, isAgain }: { readonly after: string | null; readonly isAgain: boolean },
): (PeopleBatch & Pick<StepDetails, 'picked'>) | undefined => {
  const all = targets.flatMap(({ persons }) => persons.map(({ personId }) => personId));
  if (step.oneInTurn) return pickInTurn(draft, step, all, isAgain);
  const isWhole = after === null && new Set(all).size <= alertGroupLimits.calledTogether;
  return isWhole ? undefined : batchOf(draft, all, after, isAgain);
};

/**
 * Pages the people of a step in the order in which it names them; if there are more than one decision pages, by their
 * ids and in parts. Returns whether no one could be reached.
 */
export const callStep = (
  draft: Draft,
  round: number,
  number: number,
  step: EscalationStep,
  { after = null, part = 1, pageAgain = false, onlyPeople, only, judgedBy }: CallOptions = {},
): boolean => {
  const { now, reads } = draft.context;
  const ladderStep = { round, step: number };
  const isMeant = ({ personId }: TargetPerson): boolean => only?.has(personId) ?? true;
  const targets = step.targets
    .map((target) => ({ target, persons: resolveTarget(target, reads, now).filter(isMeant) }))
    .filter(({ persons }) => !only || persons.length > 0);
  const batch = selectPeople(draft, step, targets, { after, isAgain: pageAgain });
  if (after !== null && (batch?.last ?? null) === null) {
    endParts(draft, ladderStep, part, after);
    return true;
  }
  const options: PageOptions = { cause: { kind: 'escalation', ...ladderStep }, cancelledByAcknowledge: !step.notifyOthersStill, pageAgain };
  const call = ({ personId, ...why }: TargetPerson) => ({ ...page(draft, personId, options), ...why });
  const calledTargets = targets.map(({ target, persons }) => ({
    target,
    ...callOf(draft, target, ladderStep, { after, onlyPeople }),
    persons: persons.filter(({ personId }) => batch?.people.has(personId) ?? true).map(call),
  }));
  const isEmpty = recordStep(draft, round, number, withMore(calledTargets, batch), {
    ...stepIdRef(step),
    ...(batch?.picked ? { picked: batch.picked } : {}),
    ...(judgedBy ? { judgedBy } : {}),
    ...(part > 1 ? { part } : {}),
  });
  if (batch) addPart(draft, 'step', ladderStep, part, batch);
  return isEmpty;
};

/** The targets of a step are one set of people: how many more there are is recorded once. */
const withMore = (targets: readonly StepTarget[], batch: PeopleBatch | undefined): readonly StepTarget[] =>
  batch && batch.more > 0 ? targets.map((one, n) => (n === 0 ? { ...one, more: batch.more } : one)) : targets;

/** Records nothing about parts where one decision was enough. */
const addPart = (
  draft: Draft,
  recipients: 'managers' | 'owners' | 'step',
  ladderStep: LadderStep,
  part: number,
  { last, isAll }: Pick<PeopleBatch, 'last' | 'isAll'>,
): void => {
  if (last === null || (isAll && part === 1)) return;
  const dueAt = isAll ? null : draft.context.now;
  draft.add({
    type: 'PeopleCalledInPart',
    data: { groupId: draft.group.groupId, whom: recipients, rung: ladderStep, part, upTo: last, dueAt },
  });
};

/**
 * Pages the managers at once, and also the owners when no manager can be reached. Returns whether a manager was
 * reached.
 */
export const callManagers = (draft: Draft, round: number): boolean => {
  const ladderStep: LadderStep = { round, step: 'exhausted' };
  const managers = callRole(draft, 'manager', null);
  const isReached = managers.last !== null;
  const owners = isReached ? undefined : callRole(draft, 'owner', null);
  recordStep(draft, round, 'exhausted', owners ? [managers.target, owners.target] : [managers.target]);
  if (owners) addPart(draft, 'owners', ladderStep, 1, owners);
  else addPart(draft, 'managers', ladderStep, 1, managers);
  return isReached;
};

export const callOwners = (draft: Draft, round: number): void => {
  const owners = callRole(draft, 'owner', null);
  recordStep(draft, round, 'owners', [owners.target]);
  addPart(draft, 'owners', { round, step: 'owners' }, 1, owners);
};

/** The next part, when a step, the managers or the owners, or the people to tell are more than one decision handles. */
export const callNextPart = (draft: Draft): void => {
  const { calling, groupId } = draft.group;
  if (!calling) return;
  const { whom, rung: ladderStep, upTo } = calling;
  const part = calling.part + 1;
  if (whom === 'told' || ladderStep === null) return notifyNextPart(draft, upTo, part);
  if (whom === 'step') return callRestOfStep(draft, ladderStep, part, upTo);
  const stepCall = callRole(draft, whom === 'managers' ? 'manager' : 'owner', upTo);
  // no one who can be paged is left
  if (stepCall.last === null)
    return draft.add({ type: 'PeopleCalledInPart', data: { groupId, whom, rung: ladderStep, part, upTo, dueAt: null } });
  recordStep(draft, ladderStep.round, ladderStep.step, [stepCall.target], { part });
  addPart(draft, whom, ladderStep, part, stepCall);
};

const callRestOfStep = (draft: Draft, ladderStep: LadderStep, part: number, upTo: string): void => {
  const { round, step } = ladderStep;
  const policyStep = typeof step === 'number' ? rulesOf(draft.group, draft.context.reads).steps[step - 1] : undefined;
  if (typeof step === 'number' && policyStep) callStep(draft, round, step, policyStep, { after: upTo, part });
  else endParts(draft, ladderStep, part, upTo);
};

/** No one of the step is left who can be reached. */
const endParts = (draft: Draft, ladderStep: LadderStep, part: number, upTo: string): void =>
  draft.add({
    type: 'PeopleCalledInPart',
    data: { groupId: draft.group.groupId, whom: 'step', rung: ladderStep, part, upTo, dueAt: null },
  });
