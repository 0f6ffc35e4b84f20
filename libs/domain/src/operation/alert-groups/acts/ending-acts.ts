import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { Draft } from '../draft.js';
import { followLeader } from '../linked/align.js';
import { startEscalation } from '../paging/escalation.js';
import { notPagedReasonOf } from '../paging/paging.js';
import { firstToReopen } from '../shared/linked.js';
import { decideAct, decideOnLeader, refuseResolved, holderOfActor } from './act.js';
import { resolve } from './resolve.js';
import { planTimeout } from './timeout.js';
import type { ResolvedGroup } from '../state.js';

interface ReopenData {
  readonly groupId: string;
  readonly iHaveIt: boolean;
  /** Undoes the actor’s own resolve: the previous assignee is assigned again. */
  readonly asBefore?: true;
}

/** The assignee after a resolve is undone: the previous one, the actor if that person can’t be paged, no one if there was none. */
const restoreHolder = (draft: Draft, { heldBy: previousHolder }: ResolvedGroup): Holder | null => {
  if (!previousHolder) return null;
  return previousHolder.kind === 'person' && !notPagedReasonOf(draft, previousHolder.personId)
    ? previousHolder
    : holderOfActor(draft.context);
};

/** Acts that resolve and reopen a group. */
export const endingActs = {
  ResolveAlertGroup: decideOnLeader((state, context) => {
    if (state.status === 'resolved') return refuseResolved(state);
    const draft = new Draft(state, context);
    resolve(draft, 'person', null);
    return draft;
  }),

  ReopenAlertGroup: decideAct((state, context, { groupId: requestedId, iHaveIt, asBefore }: ReopenData) => {
    if (firstToReopen(requestedId, context.reads) !== state.groupId) return new Refusal('alert_group.follows_another');
    if (state.status !== 'resolved') return new Refusal('alert_group.not_resolved');
    if (millisBetween(state.at, context.now) > alertGroupLimits.reopenByPerson) return new Refusal('alert_group.too_old_to_reopen');
    const draft = new Draft(state, context);
    const { groupId, opening, origin } = state;
    const thread = origin.kind === 'signal' ? origin.thread : null;
    const leaderLink = followLeader(draft);
    // someone else’s resolve is not undone: the actor reopens the group, and is assigned
    const isUndo = asBefore && state.by === 'person' && state.actorId === context.actor.id;
    const holder = !iHaveIt || leaderLink.follows ? null : isUndo ? restoreHolder(draft, state) : holderOfActor(context);
    const undoMark = asBefore && iHaveIt ? { asBefore } : {};
    draft.add({
      type: 'AlertGroupReopened',
      data: { groupId, opening: opening + 1, because: 'reopened', holder, thread, ...undoMark, ...leaderLink },
    });
    if (leaderLink.follows) return draft;
    if (holder) planTimeout(draft);
    else startEscalation(draft, 'reopened', { delay: alertGroupLimits.resumeGrace });
    return draft;
  }),
};
