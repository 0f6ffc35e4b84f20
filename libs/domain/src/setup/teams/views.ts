import type { TeamFact, TeamRow } from '@tocsin/contracts/teams/noun.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

export const teamFold: RowFold<TeamRow, TeamFact> = {
  id: ({ teamId }) => teamId,
  steps: {
    TeamCreated: (_row, { teamId, name, description }) => ({ id: teamId, name, description, members: [], removed: false }),
    TeamRenamed: changeExisting((row, { name, description }) => ({ ...row, name, description })),
    TeamMemberAdded: changeExisting((row, { personId, role }) => ({ ...row, members: [...row.members, { personId, role }] })),
    TeamMemberRoleChanged: changeExisting((row, { personId, role }) => ({
      ...row,
      members: row.members.map((member) => (member.personId === personId ? { personId, role } : member)),
    })),
    TeamMemberRemoved: changeExisting((row, { personId }) => ({
      ...row,
      members: row.members.filter((member) => member.personId !== personId),
    })),
    TeamHandedOver: (row) => row,
    TeamTookOver: changeExisting((row) => ({ ...row, removed: false })),
    // Former managers lose their permissions; the team’s name stays, for the history of its resources.
    TeamRemoved: changeExisting((row) => ({ ...row, members: [], removed: true })),
  },
};

export const teamsView = viewOf('teams', teamFold, { version: 2 });
