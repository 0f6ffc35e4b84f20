import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { Target } from '@tocsin/contracts/policies/noun.js';
import { traitsOf } from '@tocsin/contracts/policies/targets.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { problemByHand, resolveTarget } from '../../setup/policies/shared/targets.js';
import type { Draft } from './draft.js';
import { page, notPagedReasonOf } from './paging/paging.js';
import { isRunning } from './paging/attempts.js';
import type { GroupReads } from './shared/reads.js';
import type { ExistingGroup } from './state.js';

const refuseUnknown = (target: Target, reads: GroupReads, field: string): Refusal | null => {
  const problem = problemByHand(target, reads);
  return problem ? new Refusal(problem, {}, `${field}.${traitsOf(target)!.idField}`) : null;
};

/** Number of other people who are being paged manually for it now. */
export const countPagedByHand = ({ pages }: ExistingGroup, personIds: readonly string[]): number =>
  pages.filter((other) => isRunning(other) && other.cause.kind === 'person' && !personIds.includes(other.personId)).length;

/**
 * Pages the people that these targets resolve to now, even when the group is acknowledged. Unreachable people are
 * listed in the fact; refused where no one is reachable, or where there are more people than one decision may page.
 */
export const addResponders = (draft: Draft, targets: readonly Target[]): Refusal | Nothing | null => {
  const { reads, now, actor } = draft.context;
  for (const [n, target] of targets.entries()) {
    const refusal = refuseUnknown(target, reads, `targets.${n}`);
    if (refusal) return refusal;
  }
  const persons = [...new Set(targets.flatMap((target) => resolveTarget(target, reads, now).map(({ personId }) => personId)))];
  const refuseTooMany = (limit: number): Refusal => new Refusal('limit.paged_by_hand', { limit }, 'targets');
  if (persons.length > alertGroupLimits.calledTogether) return refuseTooMany(alertGroupLimits.calledTogether);
  if (persons.length + countPagedByHand(draft.group, persons) > alertGroupLimits.pagedByHand)
    return refuseTooMany(alertGroupLimits.pagedByHand);
  const notReachable = persons.flatMap((personId) => {
    const reason = notPagedReasonOf(draft, personId, { urgency: 'high' });
    return reason ? [{ personId, reason }] : [];
  });
  if (notReachable.length === persons.length) {
    const [first] = notReachable;
    return first
      ? new Refusal('person.not_reachable', { reason: first.reason }, 'targets')
      : new Refusal('alert_group.nobody_behind_targets', {}, 'targets');
  }
  draft.add({ type: 'RespondersAdded', data: { groupId: draft.group.groupId, targets: [...targets], notReachable } });
  const unreachableIds = new Set(notReachable.map(({ personId }) => personId));
  const outcomes = persons
    .filter((personId) => !unreachableIds.has(personId))
    .map((personId) => page(draft, personId, { cause: { kind: 'person', by: actor.id }, urgency: 'high' }));
  return outcomes.every(({ outcome }) => outcome === 'continued') ? new Nothing({ outcome: 'continued' }) : null;
};
