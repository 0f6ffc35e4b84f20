import type { Fact } from '@tocsin/contracts/catalogue.js';
import { streamOf } from '@tocsin/kernel/decider.js';
import { contextOf, given, rowsAfter } from '@tocsin/kernel/given.js';
import { ana, bo, byAdmin, byBo, byOwner, cleo, idOf, readsAfter, recordedFacts } from '../configuration.fixture.js';
import { anaJoined, boDisabled, boJoined, cleoJoined } from '../people/facts.fixture.js';
import { mayConfigureTeam } from '../permissions.js';
import { teamDecider } from './decider.js';
import { boLeft, boManages, boResponds, teamCreated, teamId } from './facts.fixture.js';
import { teamsView } from './views.js';

const reads = readsAfter(anaJoined, boJoined, cleoJoined, teamCreated);
const owner = { actor: byOwner, reads };
const asBo = { actor: byBo, reads };
const team = given(teamDecider, [teamCreated]);
const managed = given(teamDecider, [teamCreated, boManages]);

describe('creating a team', () => {
  const command = { type: 'CreateTeam', data: teamCreated.data };
  const nobodyYet = { ...owner, reads: readsAfter(anaJoined) };

  it('is recorded once', () => {
    expect(given(teamDecider).when(command, nobodyYet).facts()).toEqual([teamCreated]);
    expect(team.when(command, owner).nothing()).toBe(true);
    expect(team.when({ ...command, data: { ...command.data, description: 'money' } }, owner).refusal()).toBe('conflict.revision');
  });

  it('takes a name that no other team has', () => {
    const other = { type: 'CreateTeam', data: { name: 'PAYMENTS', description: '' } };
    expect(given(teamDecider).when(other, owner).refusal()).toBe('team.name_taken');
  });

  it('takes an owner or an admin', () => {
    expect(given(teamDecider).when(command, asBo).refusal()).toBe('permission.denied');
    expect(
      given(teamDecider)
        .when(command, { ...nobodyYet, actor: byAdmin })
        .types(),
    ).toEqual(['TeamCreated']);
  });

  it('makes the id of the stream when the client makes none: the same one at each try', () => {
    const context = contextOf(nobodyYet);
    const command = { type: 'CreateTeam', data: { name: 'Search', description: '' } };
    const [fact] = given(teamDecider).when(command, nobodyYet).facts();
    expect(streamOf(teamDecider, command, context)).toBe(`team-${(fact!.data as { teamId: string }).teamId}`);
    expect(streamOf(teamDecider, { type: 'RenameTeam', data: { teamId } }, context)).toBe(`team-${teamId}`);
  });
});

describe('renaming a team', () => {
  const command = { type: 'RenameTeam', data: { teamId, name: 'Money', description: 'all of it' } };
  const renamed: Fact = { type: 'TeamRenamed', data: command.data };

  it('is for its managers, owners and admins', () => {
    expect(managed.when(command, asBo).facts()).toEqual([renamed]);
    expect(team.when(command, owner).facts()).toEqual([renamed]);
    expect(team.when(command, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider, [teamCreated, boManages, boResponds]).when(command, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider, [teamCreated, boManages, boLeft]).when(command, asBo).refusal()).toBe('permission.denied');
  });

  it('may change the case of its own name, but take nobody else’s', () => {
    const own = { ...command, data: { ...command.data, name: 'payments' } };
    expect(team.when(own, owner).types()).toEqual(['TeamRenamed']);
    const others = readsAfter(teamCreated, { type: 'TeamCreated', data: { teamId: idOf('7eb'), name: 'money', description: '' } });
    expect(team.when(command, { ...owner, reads: others }).refusal()).toBe('team.name_taken');
  });

  it('does nothing the second time, and nothing for a team that is not there', () => {
    expect(given(teamDecider, [teamCreated, renamed]).when(command, owner).nothing()).toBe(true);
    expect(given(teamDecider).when(command, owner).refusal()).toBe('team.not_found');
  });
});

describe('members', () => {
  const add = (personId: string, role = 'manager') => ({ type: 'AddTeamMember', data: { teamId, personId, role } });
  const change = { type: 'ChangeTeamMemberRole', data: boResponds.data };
  const remove = { type: 'RemoveTeamMember', data: boLeft.data };

  it('are added by a manager too', () => {
    expect(team.when(add(bo), owner).facts()).toEqual([boManages]);
    expect(managed.when(add(cleo), asBo).types()).toEqual(['TeamMemberAdded']);
    expect(team.when(add(bo), asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider).when(add(bo), owner).refusal()).toBe('team.not_found');
  });

  it('are people who are here, and may be paged', () => {
    expect(team.when(add(idOf('99')), owner).refusal()).toBe('person.not_active');
    expect(team.when(add(bo), { ...owner, reads: readsAfter(boJoined, boDisabled) }).refusal()).toBe('person.not_active');
    const observes: Fact = { type: 'PersonRoleChanged', data: { personId: bo, role: 'observer' } };
    expect(team.when(add(bo), { ...owner, reads: readsAfter(boJoined, observes) }).refusal()).toBe('person.not_active');
  });

  it('are added once, and get the other role when it is said', () => {
    expect(managed.when(add(bo), owner).nothing()).toBe(true);
    expect(managed.when(add(bo, 'responder'), owner).facts()).toEqual([boResponds]);
  });

  it('change their role', () => {
    expect(managed.when(change, owner).facts()).toEqual([boResponds]);
    expect(given(teamDecider, [teamCreated, boManages, boResponds]).when(change, owner).nothing()).toBe(true);
    expect(team.when(change, owner).refusal()).toBe('team.not_a_member');
    expect(team.when(change, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider).when(change, owner).refusal()).toBe('team.not_found');
  });

  it('leave', () => {
    expect(managed.when(remove, owner).facts()).toEqual([boLeft]);
    expect(team.when(remove, owner).nothing()).toBe(true);
    expect(team.when(remove, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider).when(remove, owner).refusal()).toBe('team.not_found');
  });
});

it('shows a team with its members', () => {
  const row = (...facts: readonly Fact[]) => rowsAfter(teamsView, recordedFacts(facts)).get(teamId);
  expect(row(teamCreated, boManages, boResponds)).toEqual({
    id: teamId,
    name: 'Payments',
    description: '',
    members: [{ personId: bo, role: 'responder' }],
  });
  expect(row(teamCreated, boManages, boLeft)).toMatchObject({ members: [] });
  expect(row(teamCreated, { type: 'TeamRenamed', data: { teamId, name: 'Money', description: 'x' } })).toMatchObject({
    name: 'Money',
    description: 'x',
  });
});

it('knows outside the stream too who configures a team', () => {
  const withManager = readsAfter(teamCreated, boManages);
  expect(mayConfigureTeam({ actor: byBo, reads: withManager }, teamId)).toBe(true);
  expect(mayConfigureTeam({ actor: { ...byBo, via: 'email' }, reads: withManager }, teamId)).toBe(false);
  expect(mayConfigureTeam({ actor: byBo, reads: withManager }, idOf('7eb'))).toBe(false);
  expect(mayConfigureTeam({ actor: { kind: 'person', id: ana, roles: ['owner'] }, reads: readsAfter() }, teamId)).toBe(true);
});
