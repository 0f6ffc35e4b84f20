import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { idsNamed } from '@tocsin/contracts/policies/targets.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { useTeams } from '../teams/shared/teams.js';
import { useAll } from '../../data/cache/use-view.js';

export const stepsNaming = ({ steps }: Pick<PolicyRow, 'steps'>, personId: string): readonly number[] =>
  steps.flatMap((step, n) => (idsNamed(step, 'person').includes(personId) ? [n + 1] : []));

const isOnlyManager = ({ members }: TeamRow, personId: string): boolean => {
  const managers = members.filter(({ role }) => role === 'manager');
  return managers.length === 1 && managers[0]!.personId === personId;
};

/** The person’s teams, the policies that page them, and the teams of which they are the only manager. */
export function usePlaces(personId: string) {
  const teams = useTeams();
  return {
    teams: teams.flatMap((team) =>
      team.members.filter((member) => member.personId === personId).map(({ role }) => ({ id: team.id, name: team.name, role })),
    ),
    policies: useAll('policies').filter((policy) => !policy.removed && stepsNaming(policy, personId).length > 0),
    manages: teams.filter((team) => isOnlyManager(team, personId)).map(({ name }) => name),
  };
}
