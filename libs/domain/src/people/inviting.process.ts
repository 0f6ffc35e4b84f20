import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { TeamCommand } from '../teams/commands.js';

/** Who is invited into a team is a member of it before they join, so that they stand in its lists. */
export const invitingProcess: Process<RecordedFact> = {
  name: 'inviting',
  on: {
    PersonInvited: {
      then: ({ data: { personId, teams = [] } }) =>
        teams.map(({ teamId, role }): TeamCommand => ({ type: 'AddTeamMember', data: { teamId, personId, role } })),
    },
  },
};
