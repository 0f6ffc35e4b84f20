import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Draft } from '../draft.js';
import { managersOf } from '../shared/reads.js';
import type { Calling, StepNumber } from '../state.js';
import type { PolicyTarget } from '@tocsin/contracts/policies.js';
import { pickOf } from './round-robin.js';
import { rulesOf, type ClimbedStep } from './rules.js';
import { behind, type Behind } from './targets.js';
import { page, whyNotPaged, type PageOptions } from './paging.js';
import { planCall } from './webhook-calls.js';
import { notifyNextPart } from './notify-resolved.js';

type StepTarget = FactOf<'EscalationStepTaken'>['targets'][number];
type Role = 'manager' | 'owner';
type Rung = NonNullable<Calling['rung']>;

/** Fields of a taken step besides its number and its people. */
type StepDetails = Pick<FactOf<'EscalationStepTaken'>, 'part' | 'stepId' | 'picked' | 'judgedBy'>;

export const recordStep = (
  draft: Draft,
  round: number,
  step: StepNumber,
  targets: readonly StepTarget[],
  details: StepDetails = {},
): boolean => {
  const empty = targets.every(({ persons: paged }) => paged.every(({ outcome }) => outcome === 'not_reachable'));
  draft.add({
    type: 'EscalationStepTaken',
    data: {
      groupId: draft.group.groupId,
      round,
      step,
      targets: [...targets],
      empty,
      ...details,
      ...draft.late,
    },
  });
  return empty;
};

const inRole = (draft: Draft, role: Role): readonly string[] => {
  const { reads } = draft.context;
  if (role === 'owner') return reads.people.where('role', 'owner').map((person) => person.id);
  return managersOf(draft.group, reads);
};

/** The people, by their ids, that one decision pages. */
interface Some {
  /** People who are paged now, and those listed because they can’t be reached. */
  readonly people: ReadonlySet<string>;
  /** The last person paged; null: none. */
  readonly last: string | null;
  readonly isAll: boolean;
  /** Number of people beyond those paged in total, or listed. */
  readonly more: number;
}

/** The next of these people after the one given. Unreachable people are listed with the first part. */
const someOf = (draft: Draft, personIds: readonly string[], after: string | null, isNow = false): Some => {
  const all = [...new Set(personIds)].toSorted();
  const reachable = all.filter((personId) => !whyNotPaged(draft, personId, { isNow }));
  const toCall = reachable.slice(0, limits.calledOfRole).filter((personId) => after === null || personId > after);
  const called = new Set(toCall.slice(0, limits.calledTogether));
  const isReachable = new Set(reachable);
  const missed = new Set(after === null ? all.filter((personId) => !isReachable.has(personId)).slice(0, limits.unreachableListed) : []);
  const more = after === null ? all.length - Math.min(reachable.length, limits.calledOfRole) - missed.size : 0;
  return { people: new Set([...called, ...missed]), last: toCall[called.size - 1] ?? null, isAll: toCall.length === called.size, more };
};

/** The round-robin pick of these people, and those skipped because they can’t be paged. */
const oneOf = (draft: Draft, { stepId }: ClimbedStep, personIds: readonly string[], isNow: boolean): Some & Pick<StepDetails, 'picked'> => {
  const last = stepId === undefined ? undefined : draft.context.reads.turns.get(stepId);
  const { picked, passedOver } = pickOf([...new Set(personIds)], last, (personId) => !whyNotPaged(draft, personId, { isNow }));
  const missed = passedOver.slice(0, limits.unreachableListed);
  const people = new Set(picked ? [picked.personId, ...missed] : missed);
  return { people, last: picked?.personId ?? null, isAll: true, more: passedOver.length - missed.length, ...(picked ? { picked } : {}) };
};

interface Called extends Pick<Some, 'last' | 'isAll'> {
  readonly target: StepTarget;
}

const callSome = (draft: Draft, role: Role, after: string | null): Called => {
  const all = inRole(draft, role);
  const { people, more, ...some } = someOf(draft, all, after);
  const options: PageOptions = {
    cause: { kind: 'exhausted', role },
    everyMethod: draft.group.urgency === 'high',
    cancelledByAcknowledge: true,
  };
  const persons = [...people].toSorted().map((personId) => page(draft, personId, options));
  return { ...some, target: { target: { kind: role }, persons, ...(more > 0 ? { more } : {}) } };
};

/** For a step with more people than one decision pages: where to continue, by id. */
interface CallOptions extends Pick<StepDetails, 'judgedBy'> {
  readonly after?: string | null;
  readonly part?: number;
  /** Pages people again who are already being paged. */
  readonly pageAgain?: boolean;
  /** For replacements of people who left: the step’s webhooks were called already. */
  readonly onlyPeople?: boolean | undefined;
}

/** The id of a step, where its policy has one. */
export const named = ({ stepId }: ClimbedStep): { readonly stepId?: string } => (stepId === undefined ? {} : { stepId });

/** For a webhook target: plans its call, once for the step. */
const callOf = (
  draft: Draft,
  target: PolicyTarget,
  rung: { readonly round: number; readonly step: number },
  { after, onlyPeople }: CallOptions,
): Pick<StepTarget, 'callId'> =>
  target.kind === 'webhook' && after === null && onlyPeople !== true ? { callId: planCall(draft, target.subscriptionId, rung) } : {};

interface Behinds {
  readonly target: PolicyTarget;
  readonly persons: readonly Behind[];
}

/** The people of a step that this decision pages: one by round-robin, or as many as fit into one decision. Undefined: all of them. */
const peopleToCall = (
  draft: Draft,
  step: ClimbedStep,
  targets: readonly Behinds[],
  { after, isAgain }: { readonly after: string | null; readonly isAgain: boolean },
): (Some & Pick<StepDetails, 'picked'>) | undefined => {
  const all = targets.flatMap(({ persons }) => persons.map(({ personId }) => personId));
  if (step.oneInTurn) return oneOf(draft, step, all, isAgain);
  const isWhole = after === null && new Set(all).size <= limits.calledTogether;
  return isWhole ? undefined : someOf(draft, all, after, isAgain);
};

/**
 * Pages the people of a step in the order in which it names them; if there are more than one decision pages, by their
 * ids and in parts. Returns whether no one could be reached.
 */
export const callStep = (
  draft: Draft,
  round: number,
  number: number,
  step: ClimbedStep,
  { after = null, part = 1, pageAgain = false, onlyPeople, judgedBy }: CallOptions = {},
): boolean => {
  const { now, reads } = draft.context;
  const rung = { round, step: number };
  const targets = step.targets.map((target) => ({ target, persons: behind(target, reads, now) }));
  const some = peopleToCall(draft, step, targets, { after, isAgain: pageAgain });
  if (after !== null && (some?.last ?? null) === null) {
    endParts(draft, rung, part, after);
    return true;
  }
  const options: PageOptions = { cause: { kind: 'escalation', ...rung }, cancelledByAcknowledge: !step.notifyOthersStill, pageAgain };
  const call = ({ personId, ...why }: Behind) => ({ ...page(draft, personId, options), ...why });
  const called = targets.map(({ target, persons }) => ({
    target,
    ...callOf(draft, target, rung, { after, onlyPeople }),
    persons: persons.filter(({ personId }) => some?.people.has(personId) ?? true).map(call),
  }));
  const empty = recordStep(draft, round, number, withMore(called, some), {
    ...named(step),
    ...(some?.picked ? { picked: some.picked } : {}),
    ...(judgedBy ? { judgedBy } : {}),
    ...(part > 1 ? { part } : {}),
  });
  if (some) addPart(draft, 'step', rung, part, some);
  return empty;
};

/** The targets of a step are one set of people: how many more there are is recorded once. */
const withMore = (targets: readonly StepTarget[], some: Some | undefined): readonly StepTarget[] =>
  some && some.more > 0 ? targets.map((one, n) => (n === 0 ? { ...one, more: some.more } : one)) : targets;

/** Records nothing about parts where one decision was enough. */
const addPart = (
  draft: Draft,
  whom: 'managers' | 'owners' | 'step',
  rung: Rung,
  part: number,
  { last, isAll }: Pick<Some, 'last' | 'isAll'>,
): void => {
  if (last === null || (isAll && part === 1)) return;
  const dueAt = isAll ? null : draft.context.now;
  draft.add({ type: 'PeopleCalledInPart', data: { groupId: draft.group.groupId, whom, rung, part, upTo: last, dueAt } });
};

/**
 * Pages the managers at once, and also the owners when no manager can be reached. Returns whether a manager was
 * reached.
 */
export const callManagers = (draft: Draft, round: number): boolean => {
  const rung: Rung = { round, step: 'exhausted' };
  const managers = callSome(draft, 'manager', null);
  const isReached = managers.last !== null;
  const owners = isReached ? undefined : callSome(draft, 'owner', null);
  recordStep(draft, round, 'exhausted', owners ? [managers.target, owners.target] : [managers.target]);
  if (owners) addPart(draft, 'owners', rung, 1, owners);
  else addPart(draft, 'managers', rung, 1, managers);
  return isReached;
};

export const callOwners = (draft: Draft, round: number): void => {
  const owners = callSome(draft, 'owner', null);
  recordStep(draft, round, 'owners', [owners.target]);
  addPart(draft, 'owners', { round, step: 'owners' }, 1, owners);
};

/** The next part, when a step, the managers or the owners, or the people to tell are more than one decision handles. */
export const callNextPart = (draft: Draft): void => {
  const { calling, groupId } = draft.group;
  if (!calling) return;
  const { whom, rung, upTo } = calling;
  const part = calling.part + 1;
  if (whom === 'told' || rung === null) return notifyNextPart(draft, upTo, part);
  if (whom === 'step') return callRestOfStep(draft, rung, part, upTo);
  const called = callSome(draft, whom === 'managers' ? 'manager' : 'owner', upTo);
  // no one who can be paged is left
  if (called.last === null) return draft.add({ type: 'PeopleCalledInPart', data: { groupId, whom, rung, part, upTo, dueAt: null } });
  recordStep(draft, rung.round, rung.step, [called.target], { part });
  addPart(draft, whom, rung, part, called);
};

const callRestOfStep = (draft: Draft, rung: Rung, part: number, upTo: string): void => {
  const { round, step } = rung;
  const chosen = typeof step === 'number' ? rulesOf(draft.group, draft.context.reads).steps[step - 1] : undefined;
  if (typeof step === 'number' && chosen) callStep(draft, round, step, chosen, { after: upTo, part });
  else endParts(draft, rung, part, upTo);
};

/** No one of the step is left who can be reached. */
const endParts = (draft: Draft, rung: Rung, part: number, upTo: string): void =>
  draft.add({ type: 'PeopleCalledInPart', data: { groupId: draft.group.groupId, whom: 'step', rung, part, upTo, dueAt: null } });
