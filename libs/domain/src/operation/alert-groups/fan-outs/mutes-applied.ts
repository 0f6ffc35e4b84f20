import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import { canMatch } from '../../../rules/known-labels.js';
import { rowsFor } from '../../../rules/team-rows.js';
import { openGroupsAfter } from '../shared/escalating-groups.js';
import { firingAlertsOf } from '../shared/mutable.js';
import { teamOf, type GroupReads, type OpenGroup } from '../shared/reads.js';
import type { FanOut, SubjectOf } from './fan-out.js';

type Subject = SubjectOf<'MutesAppliedToOpenGroups'>;

const by =
  (kind: Mute['kind']) =>
  ({ teamId }: { readonly teamId: string | null }): Subject => ({ kind, teamId });
const [bySilence, byWindow, byRule] = [by('silence'), by('maintenance'), by('inhibition')];

/** Whether an alert of the group is muted, or is a target of a rule: others are not concerned by what inhibits. */
const mayBeInhibited = (group: OpenGroup, teamId: string, reads: GroupReads): boolean => {
  if (group.muted.length > 0) return true;
  const rules = rowsFor(reads.inhibitionRules, teamId);
  return rules.length > 0 && firingAlertsOf(group).some(({ labels }) => rules.some(({ target }) => canMatch(target, labels)));
};

/** Open alert groups are suppressed by what mutes their alerts, and fire when it ends. */
export const mutesApplied: FanOut<'MutesAppliedToOpenGroups'> = {
  lists: 'MutesAppliedToOpenGroups',
  on: {
    SilenceStarted: bySilence,
    SilenceEndChanged: bySilence,
    SilenceEnded: bySilence,
    MaintenanceChanged: byWindow,
    MaintenanceBegan: byWindow,
    MaintenanceEnded: byWindow,
    MaintenanceRemoved: byWindow,
    InhibitionRuleSaved: byRule,
    InhibitionRuleRemoved: byRule,
    MuteCausesChanged: ({ inhibits }) => inhibits && byRule(inhibits),
  },
  groups: ({ kind, teamId }, reads, after) =>
    openGroupsAfter(reads.groups, after).filter((groupId) => {
      const group = reads.groups.get(groupId)!;
      const team = teamOf(group, reads);
      if (team === null || (teamId !== null && team !== teamId)) return false;
      return kind !== 'inhibition' || mayBeInhibited(group, team, reads);
    }),
  each: (groupId) => ({ type: 'ReviewMutes', data: { groupId } }),
};
