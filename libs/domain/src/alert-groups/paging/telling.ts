import { limits } from '@tocsin/contracts/limits.js';
import type { Draft } from '../draft.js';
import type { Existing } from '../state.js';
import { hasGoneOut, tell } from './paging.js';

/** Everybody whose phone rang in this opening, but those who know. */
const whoRang = (state: Existing, except: string): readonly string[] => [
  ...new Set(
    state.pages
      .filter((other) => other.opening === state.opening && !other.quiet && other.personId !== except)
      .filter((other) => Object.values(other.attempts).some(hasGoneOut))
      .map((other) => other.personId),
  ),
];

const tellPart = (draft: Draft, personIds: readonly string[], part: number): void => {
  const now = personIds.slice(0, limits.calledTogether);
  for (const personId of now) tell(draft, personId, { kind: 'resolved' });
  const dueAt = now.length < personIds.length ? draft.context.now : null;
  const { groupId } = draft.group;
  draft.add({ type: 'PeopleCalledInPart', data: { groupId, whom: 'told', rung: null, part, upTo: now.at(-1)!, dueAt } });
};

/** Whoever was rung is told once, quietly, that it is over: so many at a time, by their ids. `before`: the group until now. */
export const tellThatItIsOver = (draft: Draft, before: Existing, except: string): void => {
  const all = whoRang(before, except);
  if (all.length > limits.calledTogether) return tellPart(draft, all.toSorted(), 1);
  for (const personId of all) tell(draft, personId, { kind: 'resolved' });
};

export const tellNextPart = (draft: Draft, upTo: string, part: number): void => {
  const { group } = draft;
  const except = group.status === 'resolved' && group.by === 'person' ? group.actorId : '';
  const rest = whoRang(group, except).filter((personId) => personId > upTo);
  if (rest.length > 0) return tellPart(draft, rest.toSorted(), part);
  draft.add({ type: 'PeopleCalledInPart', data: { groupId: group.groupId, whom: 'told', rung: null, part, upTo, dueAt: null } });
};
