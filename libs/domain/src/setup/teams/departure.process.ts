import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { TeamOnlyCommand } from './decide.js';

interface Departure {
  readonly personId: string;
  readonly teams?: readonly string[] | undefined;
}

const removeFromTeams = ({ personId, teams = [] }: Departure): readonly TeamOnlyCommand[] =>
  teams.map((teamId): TeamOnlyCommand => ({ type: 'RemoveTeamMember', data: { teamId, personId } }));

/** A person who is made an observer, or erased, is removed from all teams. */
export const teamDepartureProcess: Process<RecordedFact> = {
  name: 'leaving-teams',
  on: {
    PersonRoleChanged: { then: ({ data }) => removeFromTeams(data) },
    PersonErased: { then: ({ data }) => removeFromTeams(data) },
  },
};
