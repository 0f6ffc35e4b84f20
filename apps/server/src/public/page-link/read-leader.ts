import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { leaderOf } from '@tocsin/domain/operation/alert-groups/shared/linked.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ServerParts } from '../../core/server-parts.js';

/** The group that a person’s act on this one applies to: in a storm, the one that leads it now; otherwise the group itself. */
export const readLeader = async (
  { reads, runner }: Pick<ServerParts, 'reads' | 'runner'>,
  group: ExistingGroup,
): Promise<ExistingGroup> => {
  const leaderId = leaderOf(group.groupId, reads);
  const leader = leaderId === group.groupId ? group : await runner.readState(alertGroupDecider, leaderId);
  return leader.status === 'none' ? group : leader;
};
