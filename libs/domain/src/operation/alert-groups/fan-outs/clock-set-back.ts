import { openGroupsAfter } from '../shared/escalating-groups.js';
import type { FanOut, SubjectOf } from './fan-out.js';

type Subject = SubjectOf<'OpenGroupsFollowedClock'>;

/** What open alert groups wait for moves with the clock that was set back. */
export const clockSetBack: FanOut<'OpenGroupsFollowedClock', Subject> = {
  lists: 'OpenGroupsFollowedClock',
  on: { ClockSteppedBack: ({ from, to }) => ({ from, to }) },
  now: (subject) => subject,
  groups: (_subject, { groups }, after) => openGroupsAfter(groups, after),
  each: (groupId, { from, to }) => ({ type: 'FollowClock', data: { groupId, from, to, after: null } }),
};
