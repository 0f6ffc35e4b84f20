import { openGroupsAfter } from '../shared/escalating-groups.js';
import type { FanOut } from './fan-out.js';

/** What open alert groups wait for moves with the clock that was set back. */
export const clockSetBack: FanOut<'OpenGroupsFollowedClock'> = {
  lists: 'OpenGroupsFollowedClock',
  on: { ClockSteppedBack: ({ from, to }) => ({ from, to }) },
  groups: (_subject, { groups }, after) => openGroupsAfter(groups, after),
  each: (groupId, { from, to }) => ({ type: 'FollowClock', data: { groupId, from, to, after: null } }),
};
