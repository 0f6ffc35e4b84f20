import { listAlerts, type GroupAlert } from '../alert-table.js';
import type { ExistingGroup } from '../state.js';
import type { Labels } from '../../../rules/mute-source.js';
import { serviceOf, withServiceLabels } from '../../../rules/service-labels.js';
import { groupsOf, isOpen } from './linked.js';
import { teamOf, type GroupReads, type OpenGroup } from './reads.js';

type Mutable = Pick<ExistingGroup, 'groupId' | 'origin' | 'test'> & Partial<Pick<ExistingGroup, 'links'>>;

const isPagedWithOthers = ({ groupId, links }: Mutable, reads: Pick<GroupReads, 'groups'>): boolean => {
  const set = links?.set ?? null;
  return set !== null && groupsOf(set, reads).some((one) => one.groupId !== groupId && isOpen(one));
};

/** Tests, groups that a person opened, storms and linked groups are never muted: a muted one must not page for the others. */
export const canBeMuted = (group: Mutable, reads: Pick<GroupReads, 'groups'>): boolean =>
  group.origin.kind === 'signal' && !group.test && group.origin.storm !== true && !isPagedWithOthers(group, reads);

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
