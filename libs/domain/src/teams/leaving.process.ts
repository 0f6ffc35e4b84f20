import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/process.js';
import type { TeamCommand } from './decider.js';

/** Who is made an observer is a member of no team any more. */
export const leavingTeamsProcess: Process<RecordedFact> = {
  name: 'leaving-teams',
  on: {
    PersonRoleChanged: {
      then: ({ data: { personId, teams = [] } }) =>
        teams.map((teamId): TeamCommand => ({ type: 'RemoveTeamMember', data: { teamId, personId } })),
    },
  },
};
