import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Draft } from '../draft.js';
import { managersOf } from '../reads.js';
import type { Calling, StepNumber } from '../state.js';
import { page, whyNotPaged } from './paging.js';
import { tellNextPart } from './telling.js';

type TargetTaken = FactOf<'EscalationStepTaken'>['targets'][number];
type Role = 'manager' | 'owner';
type Rung = NonNullable<Calling['rung']>;

export const taken = (draft: Draft, round: number, step: StepNumber, targets: readonly TargetTaken[], part?: number): boolean => {
  const empty = targets.every(({ persons: paged }) => paged.every(({ outcome }) => outcome === 'not_reachable'));
  draft.add({
    type: 'EscalationStepTaken',
    data: {
      groupId: draft.group.groupId,
      round,
      step,
      targets: [...targets],
      empty,
      ...(part === undefined ? {} : { part }),
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

interface Called {
  readonly target: TargetTaken;
  /** Who was called last; null: nobody. */
  readonly last: string | null;
  readonly isAll: boolean;
}

/** People of a role by their ids, as many as one decision calls, after the one given. Who can’t be reached is named with the first of them. */
const callSome = (draft: Draft, role: Role, after: string | null): Called => {
  const all = inRole(draft, role).toSorted();
  const reachable = all.filter((personId) => !whyNotPaged(draft, personId));
  const toCall = reachable.slice(0, limits.calledOfRole).filter((personId) => after === null || personId > after);
  const called = new Set(toCall.slice(0, limits.calledTogether));
  const isReachable = new Set(reachable);
  const missed = new Set(after === null ? all.filter((personId) => !isReachable.has(personId)).slice(0, limits.unreachableListed) : []);
  const more = after === null ? all.length - Math.min(reachable.length, limits.calledOfRole) - missed.size : 0;
  const persons = all
    .filter((personId) => called.has(personId) || missed.has(personId))
    .map((personId) =>
      page(draft, personId, {
        cause: { kind: 'exhausted', role },
        everyMethod: draft.group.urgency === 'high',
        cancelledByAcknowledge: true,
      }),
    );
  const target = { target: { kind: role }, persons, ...(more > 0 ? { more } : {}) };
  return { target, last: toCall[called.size - 1] ?? null, isAll: toCall.length === called.size };
};

/** Nothing is said of parts where one decision was enough. */
const saidInPart = (draft: Draft, whom: 'managers' | 'owners', rung: Rung, part: number, { last, isAll }: Called): void => {
  if (last === null || (isAll && part === 1)) return;
  const dueAt = isAll ? null : draft.context.now;
  draft.add({ type: 'PeopleCalledInPart', data: { groupId: draft.group.groupId, whom, rung, part, upTo: last, dueAt } });
};

/** Managers at once; owners at once too when there is no manager to reach. Whether a manager was reached. */
export const callManagers = (draft: Draft, round: number): boolean => {
  const rung: Rung = { round, step: 'exhausted' };
  const managers = callSome(draft, 'manager', null);
  const isReached = managers.last !== null;
  const owners = isReached ? undefined : callSome(draft, 'owner', null);
  taken(draft, round, 'exhausted', owners ? [managers.target, owners.target] : [managers.target]);
  if (owners) saidInPart(draft, 'owners', rung, 1, owners);
  else saidInPart(draft, 'managers', rung, 1, managers);
  return isReached;
};

export const callOwners = (draft: Draft, round: number): void => {
  const owners = callSome(draft, 'owner', null);
  taken(draft, round, 'owners', [owners.target]);
  saidInPart(draft, 'owners', { round, step: 'owners' }, 1, owners);
};

/** More managers or owners than one decision calls, or more people to tell: the next of them. */
export const callNextPart = (draft: Draft): void => {
  const { calling, groupId } = draft.group;
  if (!calling) return;
  const { whom, rung, upTo } = calling;
  const part = calling.part + 1;
  if (whom === 'told' || rung === null) return tellNextPart(draft, upTo, part);
  const called = callSome(draft, whom === 'managers' ? 'manager' : 'owner', upTo);
  // nobody is left who can be reached
  if (called.last === null) return draft.add({ type: 'PeopleCalledInPart', data: { groupId, whom, rung, part, upTo, dueAt: null } });
  taken(draft, rung.round, rung.step, [called.target], part);
  saidInPart(draft, whom, rung, part, called);
};
