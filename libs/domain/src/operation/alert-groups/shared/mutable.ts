import { listAlerts, type GroupAlert } from '../alert-table.js';
import type { ExistingGroup } from '../state.js';
import type { Labels } from '../../../rules/mute-source.js';
import type { FieldName } from '../../../rules/seen-alert.js';
import { openOthersOf } from './linked.js';
import { seeingOf, type SeenReads } from './seen-alerts.js';
import { teamOf, type GroupReads, type OpenGroup } from './reads.js';

type Mutable = Pick<ExistingGroup, 'groupId' | 'origin' | 'test'> & Partial<Pick<ExistingGroup, 'links'>>;

/** Tests, groups that a person opened, storms and linked groups are never muted: a muted one must not page for the others. */
export const canBeMuted = (group: Mutable, reads: Pick<GroupReads, 'groups'>): boolean =>
  group.origin.kind === 'signal' && !group.test && group.origin.storm !== true && openOthersOf(group, reads).length === 0;

export const firingAlertsOf = ({ alerts }: Pick<ExistingGroup, 'alerts'>): readonly GroupAlert[] =>
  listAlerts(alerts).filter(({ firing }) => firing);

/** What conditions that name these fields see of the alerts that fire in a group. */
export const firingLabelsOf = (
  group: Pick<ExistingGroup, 'alerts' | 'serviceId' | 'origin'>,
  reads: SeenReads,
  fields: readonly FieldName[],
): readonly Labels[] => firingAlertsOf(group).map(seeingOf(group, reads, fields));

/** Open alert groups of a team’s services, or of all (null). */
export function* openGroupsOf(teamId: string | null, reads: GroupReads): Generator<OpenGroup> {
  for (const group of reads.groups.all())
    if (group.status !== 'resolved' && (teamId === null || teamOf(group, reads) === teamId)) yield group;
}
