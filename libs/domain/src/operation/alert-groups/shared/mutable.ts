import { listAlerts, type GroupAlert } from '../alert-table.js';
import type { ExistingGroup } from '../state.js';
import { stormOf } from './linked.js';
import { teamOf, type GroupReads, type OpenGroup } from './reads.js';

/** Tests, groups that a person opened and storms are never muted. */
export const canBeMuted = ({ origin, test, groupId }: Pick<ExistingGroup, 'origin' | 'test' | 'groupId'>): boolean =>
  origin.kind === 'signal' && !test && stormOf({ origin, groupId }) === null;

export const firingAlertsOf = ({ alerts }: Pick<ExistingGroup, 'alerts'>): readonly GroupAlert[] =>
  listAlerts(alerts).filter(({ firing }) => firing);

/** Open alert groups of a team’s services, or of all (null). */
export function* openGroupsOf(teamId: string | null, reads: GroupReads): Generator<OpenGroup> {
  for (const group of reads.groups.all())
    if (group.status !== 'resolved' && (teamId === null || teamOf(group, reads) === teamId)) yield group;
}
