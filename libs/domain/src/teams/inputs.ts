import type { TeamFact } from '@tocsin/contracts/teams.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { TeamOnlyCommand } from './decide.js';

const same = sameFor<TeamOnlyCommand>();

export const inputs: InputsOf<TeamFact, TeamOnlyCommand, 'TeamTookOver'> = {
  TeamCreated: same('CreateTeam'),
  TeamRenamed: same('RenameTeam'),
  TeamMemberAdded: same('AddTeamMember'),
  TeamMemberRoleChanged: same('ChangeTeamMemberRole'),
  TeamMemberRemoved: same('RemoveTeamMember'),
  TeamHandedOver: ({ teamId, toTeamId }) => ({ type: 'MoveAllToTeam', data: { teamId, toTeamId } }),
  TeamRemoved: ({ teamId }) => ({ type: 'RemoveTeam', data: { teamId } }),
};
