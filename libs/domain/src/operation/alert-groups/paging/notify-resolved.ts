import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { Draft } from '../draft.js';
import { managersOf } from '../shared/reads.js';
import { endedWith, isOfAct, owedPeopleOf, rungPeopleOf } from '../shared/rung-people.js';
import type { ExistingGroup } from '../state.js';
import { notifyQuietly } from './paging.js';

/** Of groups that a person resolved as one, the leading one tells first, then each those whom no other one told. */
const toldByOthers = (group: ExistingGroup, { reads, now }: Draft['context']): readonly string[] => {
  const { number, links } = group;
  const tellsFirst = (other: ExistingGroup): boolean =>
    isOfAct(other, group) && (other.links.follows === null || (links.follows !== null && other.number < number));
  return endedWith(group, reads)
    .filter(tellsFirst)
    .flatMap((other) => rungPeopleOf(other, now));
};

/** A group closed by age may have been forgotten: its last assignee and the managers are notified too. */
const lastResponsible = ({ group, context }: Draft): readonly string[] => {
  if (group.status !== 'resolved' || group.quietSince === undefined) return [];
  const holder = group.lastHolder === null ? [] : [group.lastHolder];
  return [...holder, ...managersOf(group, context.reads).slice(0, alertGroupLimits.calledOfRole)];
};

/** Everyone who was paged, except those who know already. `before`: the group while it was open. */
const selectPeopleToNotify = (draft: Draft, before: ExistingGroup, except: string): readonly string[] => {
  const { group, context } = draft;
  const told = toldByOthers(group, context);
  const people = new Set([...rungPeopleOf(before, context.now), ...owedPeopleOf(group, context), ...lastResponsible(draft)]);
  return [...people].filter((personId) => personId !== except && !told.includes(personId));
};

const resolvedCauseOf = ({ group }: Draft): PageCause => ({
  kind: 'resolved',
  ...(group.status === 'resolved' && group.quietSince !== undefined ? { quietSince: group.quietSince } : {}),
});

const notifyPart = (draft: Draft, personIds: readonly string[], part: number): void => {
  const now = personIds.slice(0, alertGroupLimits.calledTogether);
  for (const personId of now) notifyQuietly(draft, personId, resolvedCauseOf(draft));
  const dueAt = now.length < personIds.length ? draft.context.now : null;
  const { groupId } = draft.group;
  draft.add({ type: 'PeopleCalledInPart', data: { groupId, whom: 'told', rung: null, part, upTo: now.at(-1)!, dueAt } });
};

/** Notifies everyone who was paged, once and quietly, that it is resolved: in batches, by id. `before`: the group until now. */
export const notifyResolved = (draft: Draft, before: ExistingGroup, except: string): void => {
  const all = selectPeopleToNotify(draft, before, except);
  if (all.length > alertGroupLimits.calledTogether) return notifyPart(draft, all.toSorted(), 1);
  for (const personId of all) notifyQuietly(draft, personId, resolvedCauseOf(draft));
};

export const notifyNextPart = (draft: Draft, upTo: string, part: number): void => {
  const { group } = draft;
  const except = group.status === 'resolved' && group.by === 'person' ? group.actorId : '';
  const rest = selectPeopleToNotify(draft, group, except).filter((personId) => personId > upTo);
  if (rest.length > 0) return notifyPart(draft, rest.toSorted(), part);
  draft.add({ type: 'PeopleCalledInPart', data: { groupId: group.groupId, whom: 'told', rung: null, part, upTo, dueAt: null } });
};
