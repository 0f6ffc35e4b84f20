import { listAlerts, type GroupAlert } from '../alert-table.js';
import type { ExistingGroup } from '../state.js';
import type { Labels } from '../../../rules/mute-source.js';
import { serviceOf, withServiceLabels } from '../../../rules/service-labels.js';
import { teamOf, type GroupReads, type OpenGroup } from './reads.js';

/** Tests, groups that a person opened, storms and linked groups are never muted: a muted one must not page for the others. */
export const canBeMuted = ({
  origin,
  test,
  links,
}: Pick<ExistingGroup, 'origin' | 'test'> & Partial<Pick<ExistingGroup, 'links'>>): boolean =>
  origin.kind === 'signal' && !test && origin.storm !== true && (links?.set ?? null) === null;

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
