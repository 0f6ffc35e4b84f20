import type { TeamFact, TeamRow } from '@tocsin/contracts/teams.js';
import { changing, viewOf, type RowFold } from '../rules/row-fold.js';

export const teamFold: RowFold<TeamRow, TeamFact> = {
  id: ({ teamId }) => teamId,
  steps: {
    TeamCreated: (_row, { teamId, name, description }) => ({ id: teamId, name, description, members: [], removed: false }),
    TeamRenamed: changing((row, { name, description }) => ({ ...row, name, description })),
    TeamMemberAdded: changing((row, { personId, role }) => ({ ...row, members: [...row.members, { personId, role }] })),
    TeamMemberRoleChanged: changing((row, { personId, role }) => ({
      ...row,
      members: row.members.map((member) => (member.personId === personId ? { personId, role } : member)),
    })),
    TeamMemberRemoved: changing((row, { personId }) => ({
      ...row,
      members: row.members.filter((member) => member.personId !== personId),
    })),
    TeamHandedOver: (row) => row,
    TeamTookOver: changing((row) => ({ ...row, removed: false })),
    // Former managers lose their permissions; the team’s name stays, for the history of its resources.
    TeamRemoved: changing((row) => ({ ...row, members: [], removed: true })),
  },
};

export const teamsView = viewOf('teams', teamFold, { version: 2 });
