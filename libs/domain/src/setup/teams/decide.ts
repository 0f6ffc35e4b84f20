import { readablePersonal } from '@tocsin/contracts/ids.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { BlockingReference } from '@tocsin/contracts/refusals.js';
import type { commands as teamCommands, TeamFact, TeamRow } from '@tocsin/contracts/teams/noun.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refuseTakenKey } from '../../rules/external-key.js';
import { isNameTaken } from '../../rules/names.js';
import { listPoliciesNaming } from '../../rules/policies-naming.js';
import { refusePermission, isSystem, hasOrganisationPermission } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse, refuseFor } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { isLive } from '../tokens/shared/is-live.js';
import { handoverEvolvers, handoverDeciders, type TakeOverFromTeam } from './handover.js';
import { refuseWhileLookups } from './shared/refuse-lookups.js';
import { decideInTeam, type DecideInTeam, type TeamAnswer, type TeamState, type TeamTables } from './shared/state.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { unfitReasonOf, canServe } from '../../rules/can-serve.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { teamFold } from './views.js';

export type TeamOnlyCommand = Messages<typeof teamCommands> | TakeOverFromTeam;
type Data<T extends TeamOnlyCommand['type']> = DataOf<TeamOnlyCommand, T>;

const create = (data: Data<'CreateTeam'>, state: TeamState, context: ConfigurationContext): TeamAnswer => {
  if (!hasOrganisationPermission(context, 'team.create')) return refusePermission('an owner or an admin');
  const { name, description, externalKey } = data;
  const teamId = data.teamId ?? context.newId('team');
  if (state.team)
    return hasSameSettings(state.team, { name, description }) ? new Nothing({ teamId }) : refuse('conflict.revision', { name });
  if (isNameTaken(otherTeams(context), name, teamId)) return refuse('team.name_taken', {}, 'name');
  return (
    refuseTakenKey(context, 'Team', externalKey) ?? [
      { type: 'TeamCreated', data: { teamId, name, description, ...(externalKey === undefined ? {} : { externalKey }) } },
    ]
  );
};

const renameTeam: DecideInTeam<Data<'RenameTeam'>> = (data, { team }, context) => {
  const { teamId, name, description = team.description } = data;
  if (hasSameSettings(team, { name, description })) return new Nothing();
  if (isNameTaken(otherTeams(context), name, teamId)) return refuse('team.name_taken', {}, 'name');
  return [{ type: 'TeamRenamed', data: { teamId, name, description } }];
};

const memberOf = (team: TeamRow, personId: string) => team.members.find((member) => member.personId === personId);

const addMember: DecideInTeam<Data<'AddTeamMember'>> = (data, { team }, context) => {
  const member = memberOf(team, data.personId);
  if (member) return member.role === data.role ? new Nothing() : [{ type: 'TeamMemberRoleChanged', data }];
  if (!canServe(context, data.personId)) return refuse(unfitReasonOf(context, data.personId), {}, 'personId');
  // people invited into the team were counted against the limit when they were invited: as Tocsin itself they are
  // always added
  const limit = teamLimits.membersPerTeam;
  return team.members.length >= limit && !isSystem(context) ? refuse('limit.team_members', { limit }) : [{ type: 'TeamMemberAdded', data }];
};

const changeMemberRole: DecideInTeam<Data<'ChangeTeamMemberRole'>> = (data, { team }) => {
  const member = memberOf(team, data.personId);
  if (!member) return refuse('team.not_a_member');
  return member.role === data.role ? new Nothing() : [{ type: 'TeamMemberRoleChanged', data }];
};

const removeMember: DecideInTeam<Data<'RemoveTeamMember'>> = (data, { team }) =>
  memberOf(team, data.personId) ? [{ type: 'TeamMemberRemoved', data }] : new Nothing();

const remove = (
  { teamId }: Data<'RemoveTeam'>,
  { team, services, policies, schedules }: TeamState,
  context: ConfigurationContext,
): TeamAnswer => {
  if (!hasOrganisationPermission(context, 'team.remove')) return refusePermission('an owner or an admin');
  if (!team) return refuse('team.not_found');
  if (team.removed) return new Nothing();
  const blockers = [
    ...services.values().map(({ id, name }): BlockingReference => ({ kind: 'service', id, teamId, name })),
    ...policies
      .values()
      .flatMap(({ id, name, removed }): readonly BlockingReference[] => (removed ? [] : [{ kind: 'policy', id, teamId, name }])),
    ...schedules
      .values()
      .flatMap(({ id, name, removed }): readonly BlockingReference[] => (removed ? [] : [{ kind: 'schedule', id, teamId, name }])),
    // a token restricted to the team would be useless
    ...context.reads.tokens
      .where('teamId', teamId)
      .flatMap((token): readonly BlockingReference[] =>
        isLive(token, context.now) ? [{ kind: 'token', id: token.id, teamId, name: readablePersonal(token.name) }] : [],
      ),
    ...context.reads.eventQueues
      .where('teamId', teamId)
      .map(({ state: { subscriptionId: id, name } }): BlockingReference => ({ kind: 'event_subscription', id, teamId, name })),
  ];
  if (blockers.length > 0) return refuseFor('team.in_use', blockers);
  const refused = refuseWhileLookups(teamId, context);
  if (refused) return refused;
  const users = listPoliciesNaming(context.reads, 'team', teamId);
  return users.length > 0 ? refuseFor('team.targeted', users) : [{ type: 'TeamRemoved', data: { teamId, name: team.name } }];
};

const otherTeams = (context: ConfigurationContext): readonly TeamRow[] => [...context.reads.teams.all()].filter(({ removed }) => !removed);

export const teams: TeamTables<TeamOnlyCommand, TeamFact> = {
  decide: {
    CreateTeam: create,
    RenameTeam: decideInTeam('team.configure', renameTeam),
    AddTeamMember: decideInTeam('team.configure', addMember),
    ChangeTeamMemberRole: decideInTeam('team.configure', changeMemberRole),
    RemoveTeamMember: decideInTeam('team.configure', removeMember),
    RemoveTeam: remove,
    ...handoverDeciders,
  },
  evolve: {
    ...evolveOf<TeamState, TeamRow, TeamFact>(
      teamFold,
      ({ team }) => team ?? undefined,
      (state, _id, team) => ({ ...state, team }),
    ),
    ...handoverEvolvers,
  },
};

const sameInput = sameFor<TeamOnlyCommand>();

export const inputs: InputsOf<TeamFact, TeamOnlyCommand, 'TeamTookOver'> = {
  TeamCreated: sameInput('CreateTeam'),
  TeamRenamed: sameInput('RenameTeam'),
  TeamMemberAdded: sameInput('AddTeamMember'),
  TeamMemberRoleChanged: sameInput('ChangeTeamMemberRole'),
  TeamMemberRemoved: sameInput('RemoveTeamMember'),
  TeamHandedOver: ({ teamId, toTeamId }) => ({ type: 'MoveAllToTeam', data: { teamId, toTeamId } }),
  TeamRemoved: ({ teamId }) => ({ type: 'RemoveTeam', data: { teamId } }),
};
