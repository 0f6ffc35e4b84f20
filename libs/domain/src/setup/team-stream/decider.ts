import { namesOf, tableOf } from '@tocsin/contracts/tables.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { integrations } from '../integrations/decide.js';
import { policies } from '../policies/decide.js';
import type { ConfigurationReads } from '../../reads.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import { ownedSchedules } from '../schedules/ownership.js';
import { services } from '../services/decide.js';
import { teams } from '../teams/decide.js';
import { noTeam, type OwnedFact, type TeamState } from '../teams/shared/state.js';
import type { TeamCommand } from './commands.js';

type TeamDecider = Decider<TeamState, TeamCommand, OwnedFact, ConfigurationReads>;

const decide: TeamDecider['decide'] = {
  ...teams.decide,
  ...services.decide,
  ...integrations.decide,
  ...policies.decide,
  ...ownedSchedules.decide,
};

// All commands but one carry the id of their team.
const { CreateTeam: _, ...aboutATeam } = decide;
const byTeam = tableOf(
  namesOf(aboutATeam),
  () =>
    ({ teamId }: { readonly teamId: string }) =>
      teamId,
);

/** A team and everything it owns: the stream `team-<id>`. */
export const teamDecider: TeamDecider = {
  category: 'team',
  isInMemory: true,
  initial: noTeam,
  sequenceOf: () => configurationSequence,
  streamId: { ...byTeam, CreateTeam: (data, context) => data.teamId ?? context.newId('team') },
  decide,
  evolve: { ...teams.evolve, ...services.evolve, ...integrations.evolve, ...policies.evolve, ...ownedSchedules.evolve },
};
