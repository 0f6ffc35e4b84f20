import { openGroupsAfter } from '../shared/escalating-groups.js';
import { teamOf } from '../shared/reads.js';
import type { FanOut, SubjectOf } from './fan-out.js';

type Subject = SubjectOf<'SilenceAppliedToOpenGroups'>;

const ofSilence = ({ silenceId, teamId }: Subject): Subject => ({ silenceId, teamId });

/** Open alert groups of a team are suppressed by its silences, and fire when these end. */
export const silenceApplied: FanOut<'SilenceAppliedToOpenGroups'> = {
  lists: 'SilenceAppliedToOpenGroups',
  on: { SilenceStarted: ofSilence, SilenceEndChanged: ofSilence, SilenceEnded: ofSilence },
  groups: ({ teamId }, reads, after) =>
    openGroupsAfter(reads.groups, after).filter((groupId) => teamOf(reads.groups.get(groupId)!, reads) === teamId),
  each: (groupId) => ({ type: 'ReviewMutes', data: { groupId } }),
};
