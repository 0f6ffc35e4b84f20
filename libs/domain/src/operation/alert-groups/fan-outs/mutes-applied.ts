import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { openGroupsAfter } from '../shared/escalating-groups.js';
import { createInhibitedTest } from '../aspects/mutes/inhibition-source.js';
import { teamOf } from '../shared/reads.js';
import type { FanOut, SubjectOf } from './fan-out.js';

type Subject = SubjectOf<'MutesAppliedToOpenGroups'>;

const by =
  (kind: Mute['kind']) =>
  ({ teamId }: { readonly teamId: string | null }): Subject => ({ kind, teamId });
const [bySilence, byWindow, byRule] = [by('silence'), by('maintenance'), by('inhibition')];

/** Alerts that are recorded only, and may mute others, fire, or end. */
const isRecorded = ({ reason, alerts }: RoutedSignal): boolean =>
  reason === 'recorded_only' && alerts.some(({ labels }) => labels !== undefined);

/** Open alert groups are suppressed by what mutes their alerts, and fire when it ends. */
export const mutesApplied: FanOut<'MutesAppliedToOpenGroups'> = {
  lists: 'MutesAppliedToOpenGroups',
  on: {
    SilenceStarted: bySilence,
    SilenceEndChanged: bySilence,
    SilenceEnded: bySilence,
    MaintenanceChanged: byWindow,
    MaintenanceZonesTaken: byWindow,
    MaintenanceBegan: byWindow,
    MaintenanceEnded: byWindow,
    MaintenanceRemoved: byWindow,
    InhibitionRuleSaved: byRule,
    InhibitionRuleRemoved: byRule,
    // what is only recorded mutes others, too, and is told by no group
    SignalsRouted: ({ items }) => (items.some(isRecorded) ? byRule({ teamId: null }) : null),
    // a source in it may inhibit in other teams
    ServiceChanged: ({ relabelled }) => (relabelled ? bySilence({ teamId: null }) : null),
    // what mutes is of a team, and so is what a source in it inhibits
    TeamTookOver: ({ services }) => (services.length > 0 ? bySilence({ teamId: null }) : null),
    // a window that had begun may be to come
    ClockSteppedBack: () => bySilence({ teamId: null }),
    MuteCausesChanged: ({ inhibits }) => inhibits && byRule(inhibits),
  },
  groups: ({ kind, teamId }, reads, after) => {
    const isInhibited = createInhibitedTest(reads);
    return openGroupsAfter(reads.groups, after).filter((groupId) => {
      const group = reads.groups.get(groupId)!;
      const team = teamOf(group, reads);
      if (team === null || (teamId !== null && team !== teamId)) return false;
      // others are not concerned by what inhibits
      return kind !== 'inhibition' || group.muted.length > 0 || isInhibited(group, team);
    });
  },
  each: (groupId) => ({ type: 'ReviewMutes', data: { groupId } }),
};
