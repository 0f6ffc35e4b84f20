import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { TeamCommand } from './commands.js';

interface Left {
  readonly personId: string;
  readonly teams?: readonly string[] | undefined;
}

const removedFrom = ({ personId, teams = [] }: Left): readonly TeamCommand[] =>
  teams.map((teamId): TeamCommand => ({ type: 'RemoveTeamMember', data: { teamId, personId } }));

/** A person who is made an observer, or erased, is removed from all teams. */
export const leavingTeamsProcess: Process<RecordedFact> = {
  name: 'leaving-teams',
  on: {
    PersonRoleChanged: { then: ({ data }) => removedFrom(data) },
    PersonErased: { then: ({ data }) => removedFrom(data) },
  },
};
