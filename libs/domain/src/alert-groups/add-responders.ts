import { limits } from '@tocsin/contracts/limits.js';
import type { Target } from '@tocsin/contracts/policies.js';
import { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import type { Draft } from './draft.js';
import { page, whyNotPaged } from './paging/paging.js';
import { running } from './paging/attempts.js';
import { behind } from './paging/targets.js';
import { whyNotAskable } from './reassign.js';
import type { GroupReads } from './shared/reads.js';
import type { Existing } from './state.js';

const unknown = (target: Target, reads: GroupReads, field: string): Refused | null => {
  if (target.kind === 'person') return whyNotAskable(reads, target.personId, `${field}.personId`);
  if (target.kind === 'team')
    return reads.teams.get(target.teamId)?.removed === false ? null : new Refused('team.not_found', {}, `${field}.teamId`);
  return reads.schedules.get(target.scheduleId)?.removed === false ? null : new Refused('schedule.not_found', {}, `${field}.scheduleId`);
};

/** Number of other people who are being paged manually for it now. */
export const pagedByHand = ({ pages }: Existing, personIds: readonly string[]): number =>
  pages.filter((other) => running(other) && other.cause.kind === 'person' && !personIds.includes(other.personId)).length;

/**
 * Pages the people that these targets resolve to now, even when the group is acknowledged. Unreachable people are
 * listed in the fact; refused where no one is reachable, or where there are more people than one decision may page.
 */
export const addResponders = (draft: Draft, targets: readonly Target[]): Refused | Nothing | null => {
  const { reads, now, actor } = draft.context;
  for (const [n, target] of targets.entries()) {
    const refused = unknown(target, reads, `targets.${n}`);
    if (refused) return refused;
  }
  const persons = [...new Set(targets.flatMap((target) => behind(target, reads, now).map(({ personId }) => personId)))];
  const tooMany = (limit: number): Refused => new Refused('limit.paged_by_hand', { limit }, 'targets');
  if (persons.length > limits.calledTogether) return tooMany(limits.calledTogether);
  if (persons.length + pagedByHand(draft.group, persons) > limits.pagedByHand) return tooMany(limits.pagedByHand);
  const notReachable = persons.flatMap((personId) => {
    const reason = whyNotPaged(draft, personId, { urgency: 'high' });
    return reason ? [{ personId, reason }] : [];
  });
  if (notReachable.length === persons.length) {
    const [first] = notReachable;
    return first
      ? new Refused('person.not_reachable', { reason: first.reason }, 'targets')
      : new Refused('alert_group.nobody_behind_targets', {}, 'targets');
  }
  draft.add({ type: 'RespondersAdded', data: { groupId: draft.group.groupId, targets: [...targets], notReachable } });
  const missed = new Set(notReachable.map(({ personId }) => personId));
  const outcomes = persons
    .filter((personId) => !missed.has(personId))
    .map((personId) => page(draft, personId, { cause: { kind: 'person', by: actor.id }, urgency: 'high' }));
  return outcomes.every(({ outcome }) => outcome === 'continued') ? new Nothing({ outcome: 'continued' }) : null;
};
