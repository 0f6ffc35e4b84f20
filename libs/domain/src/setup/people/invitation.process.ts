import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { TeamCommand } from '../team-stream/commands.js';

/** A person who is invited into a team becomes a member before they join, so that its lists show them. */
export const invitationProcess: Process<RecordedFact> = {
  name: 'inviting',
  on: {
    PersonInvited: {
      then: ({ data: { personId, teams = [] } }) =>
        teams.map(({ teamId, role }): TeamCommand => ({ type: 'AddTeamMember', data: { teamId, personId, role } })),
    },
  },
};
