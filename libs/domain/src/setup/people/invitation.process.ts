import type { CommandData, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';

/** A person who is invited into a team becomes a member before they join, so that its lists show them. */
export const invitationProcess: Process<RecordedFact> = {
  name: 'inviting',
  on: {
    PersonInvited: {
      then: ({ data: { personId, teams = [] } }) =>
        teams.map(({ teamId, role }) => {
          const data: CommandData<'AddTeamMember'> = { teamId, personId, role };
          return { type: 'AddTeamMember', data };
        }),
    },
  },
};
