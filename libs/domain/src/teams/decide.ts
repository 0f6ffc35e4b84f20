import { readable } from '@tocsin/contracts/ids.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { InTheWay } from '@tocsin/contracts/refusals.js';
import type { teamCommands, TeamFact, TeamRow } from '@tocsin/contracts/teams.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { isNameTaken } from '../rules/names.js';
import { denied, isSystem, mayEverywhere } from '../rules/permissions.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse, refuseFor } from '../rules/refuse.js';
import { evolveOf } from '../rules/row-fold.js';
import { isLive } from '../tokens/shared/is-live.js';
import { handedOver, handingOver, type TakeOverFromTeam } from './handing-over.js';
import { inTeam, type InTeam, type TeamAnswer, type TeamState, type TeamTables } from './shared/state.js';
import { hasSameSettings } from '../rules/same-settings.js';
import { cannotServe, canServe } from '../rules/may-serve.js';
import { sameFor, type InputsOf } from '../inputs.js';
import { teamFold } from './views.js';

export type TeamOnlyCommand = Messages<typeof teamCommands> | TakeOverFromTeam;
type Data<T extends TeamOnlyCommand['type']> = DataOf<TeamOnlyCommand, T>;

const create = (data: Data<'CreateTeam'>, state: TeamState, context: ConfigurationContext): TeamAnswer => {
  if (!mayEverywhere(context, 'team.create')) return denied('an owner or an admin');
  const { name, description } = data;
  const teamId = data.teamId ?? context.newId('team');
  if (state.team)
    return hasSameSettings(state.team, { name, description }) ? new Nothing({ teamId }) : refuse('conflict.revision', { name });
  if (isNameTaken(others(context), name, teamId)) return refuse('team.name_taken', {}, 'name');
  return [{ type: 'TeamCreated', data: { teamId, name, description } }];
};

const rename: InTeam<Data<'RenameTeam'>> = (data, { team }, context) => {
  const { teamId, ...settings } = data;
  if (hasSameSettings(team, settings)) return new Nothing();
  if (isNameTaken(others(context), data.name, teamId)) return refuse('team.name_taken', {}, 'name');
  return [{ type: 'TeamRenamed', data }];
};

const memberOf = (team: TeamRow, personId: string) => team.members.find((member) => member.personId === personId);

const addMember: InTeam<Data<'AddTeamMember'>> = (data, { team }, context) => {
  const member = memberOf(team, data.personId);
  if (member) return member.role === data.role ? new Nothing() : [{ type: 'TeamMemberRoleChanged', data }];
  if (!canServe(context, data.personId)) return refuse(cannotServe(context, data.personId), {}, 'personId');
  // people invited into the team were counted against the limit when they were invited: as Tocsin itself they are
  // always added
  const limit = limits.membersPerTeam;
  return team.members.length >= limit && !isSystem(context) ? refuse('limit.team_members', { limit }) : [{ type: 'TeamMemberAdded', data }];
};

const changeMemberRole: InTeam<Data<'ChangeTeamMemberRole'>> = (data, { team }) => {
  const member = memberOf(team, data.personId);
  if (!member) return refuse('team.not_a_member');
  return member.role === data.role ? new Nothing() : [{ type: 'TeamMemberRoleChanged', data }];
};

const removeMember: InTeam<Data<'RemoveTeamMember'>> = (data, { team }) =>
  memberOf(team, data.personId) ? [{ type: 'TeamMemberRemoved', data }] : new Nothing();

const remove = (
  { teamId }: Data<'RemoveTeam'>,
  { team, services, policies, schedules }: TeamState,
  context: ConfigurationContext,
): TeamAnswer => {
  if (!mayEverywhere(context, 'team.remove')) return denied('an owner or an admin');
  if (!team) return refuse('team.not_found');
  if (team.removed) return new Nothing();
  const inTheWay = [
    ...services.values().map(({ id, name }): InTheWay => ({ kind: 'service', id, teamId, name })),
    ...policies.values().flatMap(({ id, name, removed }): readonly InTheWay[] => (removed ? [] : [{ kind: 'policy', id, teamId, name }])),
    ...schedules
      .values()
      .flatMap(({ id, name, removed }): readonly InTheWay[] => (removed ? [] : [{ kind: 'schedule', id, teamId, name }])),
    // a token restricted to the team would be useless
    ...context.reads.tokens
      .where('teamId', teamId)
      .flatMap((token): readonly InTheWay[] =>
        isLive(token, context.now) ? [{ kind: 'token', id: token.id, teamId, name: readable(token.name) }] : [],
      ),
    ...context.reads.eventQueues
      .where('teamId', teamId)
      .map(({ state: { subscriptionId: id, name } }): InTheWay => ({ kind: 'event_subscription', id, teamId, name })),
  ];
  return inTheWay.length > 0 ? refuseFor('team.in_use', inTheWay) : [{ type: 'TeamRemoved', data: { teamId, name: team.name } }];
};

const others = (context: ConfigurationContext): readonly TeamRow[] => [...context.reads.teams.all()].filter(({ removed }) => !removed);

export const teams: TeamTables<TeamOnlyCommand, TeamFact> = {
  decide: {
    CreateTeam: create,
    RenameTeam: inTeam('team.configure', rename),
    AddTeamMember: inTeam('team.configure', addMember),
    ChangeTeamMemberRole: inTeam('team.configure', changeMemberRole),
    RemoveTeamMember: inTeam('team.configure', removeMember),
    RemoveTeam: remove,
    ...handingOver,
  },
  evolve: {
    ...evolveOf<TeamState, TeamRow, TeamFact>(
      teamFold,
      ({ team }) => team ?? undefined,
      (state, _id, team) => ({ ...state, team }),
    ),
    ...handedOver,
  },
};

const same = sameFor<TeamOnlyCommand>();

/** The command that each fact was decided by. */
export const inputs: InputsOf<TeamFact, TeamOnlyCommand, 'TeamTookOver'> = {
  TeamCreated: same('CreateTeam'),
  TeamRenamed: same('RenameTeam'),
  TeamMemberAdded: same('AddTeamMember'),
  TeamMemberRoleChanged: same('ChangeTeamMemberRole'),
  TeamMemberRemoved: same('RemoveTeamMember'),
  TeamHandedOver: ({ teamId, toTeamId }) => ({ type: 'MoveAllToTeam', data: { teamId, toTeamId } }),
  TeamRemoved: ({ teamId }) => ({ type: 'RemoveTeam', data: { teamId } }),
};
