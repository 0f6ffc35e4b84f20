import { listAlerts, type GroupAlert } from '../alert-table.js';
import type { ExistingGroup } from '../state.js';
import { stormOf } from './linked.js';
import type { Labels } from '../../../rules/mute-source.js';
import { serviceOf, withServiceLabels } from '../../../rules/service-labels.js';
import { teamOf, type GroupReads, type OpenGroup } from './reads.js';

/** Tests, groups that a person opened and storms are never muted. */
export const canBeMuted = ({ origin, test, groupId }: Pick<ExistingGroup, 'origin' | 'test' | 'groupId'>): boolean =>
  origin.kind === 'signal' && !test && stormOf({ origin, groupId }) === null;

export const firingAlertsOf = ({ alerts }: Pick<ExistingGroup, 'alerts'>): readonly GroupAlert[] =>
  listAlerts(alerts).filter(({ firing }) => firing);

/** What conditions see of the alerts that fire in a group. */
export const firingLabelsOf = (
  group: Pick<ExistingGroup, 'alerts' | 'serviceId'>,
  reads: Pick<GroupReads, 'services'>,
): readonly Labels[] => {
  const service = serviceOf(group, reads);
  return firingAlertsOf(group).map(({ labels }) => withServiceLabels(labels, service));
};

/** Open alert groups of a team’s services, or of all (null). */
export function* openGroupsOf(teamId: string | null, reads: GroupReads): Generator<OpenGroup> {
  for (const group of reads.groups.all())
    if (group.status !== 'resolved' && (teamId === null || teamOf(group, reads) === teamId)) yield group;
}
