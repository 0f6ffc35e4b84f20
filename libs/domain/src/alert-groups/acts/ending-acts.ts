import type { Holder } from '@tocsin/contracts/holder.js';
import { limits } from '@tocsin/contracts/limits.js';
import { Refused } from '@tocsin/kernel/decide/refused.js';
import { between } from '@tocsin/kernel/time.js';
import { Draft } from '../draft.js';
import { followsAgain } from '../linked/align.js';
import { startClimb } from '../paging/climb.js';
import { whyNotPaged } from '../paging/paging.js';
import { reopenedFirst } from '../shared/linked.js';
import { act, actOnLeader, alreadyResolved, me } from './act.js';
import { resolve } from './resolve.js';
import { planTimeout } from './timeout.js';
import type { Resolved } from '../state.js';

interface Reopening {
  readonly groupId: string;
  readonly iHaveIt: boolean;
  /** Undoes the actor’s own resolve: the previous assignee is assigned again. */
  readonly asBefore?: true;
}

/** The assignee after a resolve is undone: the previous one, the actor if that person can’t be paged, no one if there was none. */
const heldAgain = (draft: Draft, { heldBy }: Resolved): Holder | null => {
  if (!heldBy) return null;
  return heldBy.kind === 'person' && !whyNotPaged(draft, heldBy.personId) ? heldBy : me(draft.context);
};

/** Acts that resolve and reopen a group. */
export const endingActs = {
  ResolveAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const draft = new Draft(state, context);
    resolve(draft, 'person', null);
    return draft;
  }),

  ReopenAlertGroup: act((state, context, { groupId: requestedId, iHaveIt, asBefore }: Reopening) => {
    if (reopenedFirst(requestedId, context.reads) !== state.groupId) return new Refused('alert_group.follows_another');
    if (state.status !== 'resolved') return new Refused('alert_group.not_resolved');
    if (between(state.at, context.now) > limits.reopenByPerson) return new Refused('alert_group.too_old_to_reopen');
    const draft = new Draft(state, context);
    const { groupId, opening, origin } = state;
    const thread = origin.kind === 'signal' ? origin.thread : null;
    const again = followsAgain(draft);
    // someone else’s resolve is not undone: the actor reopens the group, and is assigned
    const isUndo = asBefore && state.by === 'person' && state.actorId === context.actor.id;
    const holder = !iHaveIt || again.follows ? null : isUndo ? heldAgain(draft, state) : me(context);
    const back = asBefore && iHaveIt ? { asBefore } : {};
    draft.add({
      type: 'AlertGroupReopened',
      data: { groupId, opening: opening + 1, because: 'reopened', holder, thread, ...back, ...again },
    });
    if (again.follows) return draft;
    if (holder) planTimeout(draft);
    else startClimb(draft, 'reopened', { delay: limits.resumeGrace });
    return draft;
  }),
};
