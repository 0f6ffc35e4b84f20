import type { Permission } from '@tocsin/contracts/permissions.js';
import type { PolicyFact, PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { OwnedSchedule, ScheduleOwnerFact } from '@tocsin/contracts/schedules/schedules.js';
import type { ServiceFact, ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { IntegrationFact, IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { TeamFact, TeamRow } from '@tocsin/contracts/teams/noun.js';
import type { Decider, Decision, Message } from '@tocsin/kernel/decide/decider.js';
import { IndexedTable } from '@tocsin/kernel/rows/indexed-table.js';
import { nameWordOf } from '../../../rules/names.js';
import { refusePermission, hasTeamPermission } from '../../../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../../../reads.js';
import { refuse } from '../../../rules/refuse.js';

/** A team and everything it owns, folded from the one stream in which their names are unique. */
export interface TeamState {
  readonly team: TeamRow | null;
  readonly services: IndexedTable<ServiceRow>;
  readonly integrations: IndexedTable<IntegrationRow>;
  readonly policies: IndexedTable<PolicyRow>;
  readonly schedules: IndexedTable<OwnedSchedule>;
}

/** Index words for a team’s things, besides their names. */
export const policyWordOf = (policyId: string): string => `policy ${policyId}`;
export const serviceWordOf = (serviceId: string): string => `service ${serviceId}`;

export const noTeam: TeamState = {
  team: null,
  services: IndexedTable.by(({ name, policyId }) => [nameWordOf(name), policyWordOf(policyId)]),
  integrations: IndexedTable.by(({ name, serviceId }) => [nameWordOf(name), serviceWordOf(serviceId)]),
  // the name of a removed policy is free again
  policies: IndexedTable.by(({ name, removed }) => (removed ? [] : [nameWordOf(name)])),
  schedules: IndexedTable.by(({ name, removed }) => (removed ? [] : [nameWordOf(name)])),
};
export type OwnedFact = TeamFact | ServiceFact | IntegrationFact | PolicyFact | ScheduleOwnerFact;
export type TeamAnswer = Decision<OwnedFact>;

/** The part of the team’s decider that one noun owns. */
export interface TeamTables<C extends Message, F extends OwnedFact> {
  readonly decide: Decider<TeamState, C, OwnedFact, ConfigurationReads>['decide'];
  readonly evolve: Decider<TeamState, C, F, ConfigurationReads>['evolve'];
}

export type DecideInTeam<D> = (data: D, state: TeamState & { readonly team: TeamRow }, context: ConfigurationContext) => TeamAnswer;

/** Wraps decisions about an existing team, with the permission check. */
export const decideInTeam =
  <D>(permission: Permission, decide: DecideInTeam<D>) =>
  (data: D, state: TeamState, context: ConfigurationContext): TeamAnswer => {
    const { team } = state;
    if (!hasTeamPermission(context, permission, team)) return refusePermission('an owner, an admin or a manager of the team');
    return team && !team.removed ? decide(data, { ...state, team }, context) : refuse('team.not_found');
  };
