import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { useNavigate } from '@tanstack/react-router';
import { v7 } from 'uuid';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { useMe } from '../../../data/session/session.js';

/** Creates a policy for a team, whose first member is paged, and opens its editor. Rejects with what the command was refused by. */
export function useCreatePolicy(): { readonly isBusy: boolean; readonly createIn: (team: TeamRow) => Promise<void> } {
  const { personId } = useMe();
  const navigate = useNavigate();
  const policies = useAll('policies');
  const create = useCommand('CreatePolicy', 'create the policy');
  const createIn = async (team: TeamRow): Promise<void> => {
    const policyId = v7();
    const ofTeam = policies.filter(({ teamId, removed }) => teamId === team.id && !removed);
    const usedNames = new Set(ofTeam.map(({ name }) => name));
    const name = [`${team.name} escalation`, ...ofTeam.map((_, n) => `${team.name} escalation ${n + 2}`)]
      .find((one) => !usedNames.has(one))!
      .slice(0, 80);
    const step = {
      targets: [{ kind: 'person' as const, personId: team.members[0]?.personId ?? personId }],
      waitMinutes: policyLimits.stepDelayMinutes.default,
    };
    await create.mutateAsync({ teamId: team.id, policyId, name, steps: [step] });
    await navigate({ to: '/policies/$id', params: { id: policyId } });
  };
  return { isBusy: create.isPending, createIn };
}
