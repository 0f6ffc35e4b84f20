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

interface Reopening {
  readonly groupId: string;
  readonly iHaveIt: boolean;
  /** Undoes a resolve: the person who held the group holds it again. */
  readonly asBefore?: true;
}

/** The last person who held it, if they can still be paged. */
const holderBefore = (draft: Draft): Holder | null => {
  const { lastHolder } = draft.group;
  return lastHolder !== null && !whyNotPaged(draft, lastHolder) ? { kind: 'person', personId: lastHolder } : null;
};

/** Acts that resolve and reopen a group. */
export const endingActs = {
  ResolveAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const draft = new Draft(state, context);
    resolve(draft, 'person', null);
    return draft;
  }),

  ReopenAlertGroup: act((state, context, { groupId: asked, iHaveIt, asBefore }: Reopening) => {
    if (reopenedFirst(asked, context.reads) !== state.groupId) return new Refused('alert_group.follows_another');
    if (state.status !== 'resolved') return new Refused('alert_group.not_resolved');
    if (between(state.at, context.now) > limits.reopenByPerson) return new Refused('alert_group.too_old_to_reopen');
    const draft = new Draft(state, context);
    const { groupId, opening, origin } = state;
    const thread = origin.kind === 'signal' ? origin.thread : null;
    const again = followsAgain(draft);
    const holder = iHaveIt && !again.follows ? (asBefore && holderBefore(draft)) || me(context) : null;
    const back = asBefore && iHaveIt ? { asBefore } : {};
    draft.add({
      type: 'AlertGroupReopened',
      data: { groupId, opening: opening + 1, because: 'reopened', holder, thread, ...back, ...again },
    });
    if (again.follows) return draft;
    if (iHaveIt) planTimeout(draft);
    else startClimb(draft, 'reopened', { delay: limits.resumeGrace });
    return draft;
  }),
};
