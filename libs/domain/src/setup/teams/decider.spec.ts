import type { Fact } from '@tocsin/contracts/catalogue.js';
import { streamOf } from '@tocsin/kernel/decide/decider.js';
import { contextOf, given, foldRows } from '@tocsin/kernel/decide/given.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { react } from '@tocsin/kernel/react/process.js';
import { ana, bo, byAdmin, byBo, byOwner, bySystem, cleo, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { anaJoined, boDisabled, boJoined, cleoJoined } from '../people/facts.fixture.js';
import { canConfigureTeam } from '../../rules/permissions.js';
import { integrationCreated, integrationId, keyIssued } from '../integrations/facts.fixture.js';
import { policyCreated, policyId, policyRemoved } from '../policies/facts.fixture.js';
import { serviceArchived, serviceCreated, serviceId, serviceSettings } from '../services/facts.fixture.js';
import { teamDecider } from '../team-stream/decider.js';
import { robotId, robotIssued } from '../tokens/facts.fixture.js';
import { handoverProcess } from './handover.js';
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
  const renamedFact: Fact = { type: 'TeamRenamed', data: command.data };

  it('is for its managers, owners and admins', () => {
    expect(managed.when(command, asBo).facts()).toEqual([renamedFact]);
    expect(team.when(command, owner).facts()).toEqual([renamedFact]);
    expect(team.when(command, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider, [teamCreated, boManages, boResponds]).when(command, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider, [teamCreated, boManages, boLeft]).when(command, asBo).refusal()).toBe('permission.denied');
  });

  it('keeps a description that is left out', () => {
    const described = given(teamDecider, [{ ...teamCreated, data: { ...teamCreated.data, description: 'all of it' } }]);
    const rename = { type: 'RenameTeam', data: { teamId, name: 'Money' } };
    expect(described.when(rename, owner).facts()).toEqual([renamedFact]);
  });

  it('may change the case of its own name, but take nobody else’s', () => {
    const ownName = { ...command, data: { ...command.data, name: 'payments' } };
    expect(team.when(ownName, owner).types()).toEqual(['TeamRenamed']);
    const otherTeams = readsAfter(teamCreated, { type: 'TeamCreated', data: { teamId: idOf('7eb'), name: 'money', description: '' } });
    expect(team.when(command, { ...owner, reads: otherTeams }).refusal()).toBe('team.name_taken');
  });

  it('does nothing the second time, and nothing for a team that is not there', () => {
    expect(given(teamDecider, [teamCreated, renamedFact]).when(command, owner).nothing()).toBe(true);
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
    expect(team.when(add(bo), { ...owner, reads: readsAfter(boJoined, observes) }).refusal()).toBe('person.observes');
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

describe('removing a team', () => {
  const command = { type: 'RemoveTeam', data: { teamId } };
  const removedFact: Fact = { type: 'TeamRemoved', data: { teamId, name: 'Payments' } };

  it('takes an admin, and a team that owns nothing', () => {
    expect(team.when(command, owner).facts()).toEqual([removedFact]);
    expect(managed.when(command, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider).when(command, owner).refusal()).toBe('team.not_found');
    expect(given(teamDecider, [teamCreated, policyCreated, policyRemoved]).when(command, owner).facts()).toEqual([removedFact]);
  });

  it('is refused while it owns something, archived services too, and lists that', () => {
    const { decision } = given(teamDecider, [teamCreated, policyCreated, serviceCreated, serviceArchived]).when(command, owner);
    expect(decision).toMatchObject({
      code: 'team.in_use',
      params: { names: 'Checkout, Payments primary' },
      inTheWay: [
        { kind: 'service', id: serviceId, teamId, name: 'Checkout' },
        { kind: 'policy', id: policyId, teamId, name: 'Payments primary' },
      ],
    });
  });

  it('is refused while a policy of another team pages it, and lists that', () => {
    const otherTeamId = idOf('7eb');
    const { data } = policyCreated as Extract<Fact, { readonly type: 'PolicyCreated' }>;
    const steps = data.steps.map((step) => ({ ...step, targets: [{ kind: 'team' as const, teamId }] }));
    const otherTeam: Fact = { type: 'TeamCreated', data: { teamId: otherTeamId, name: 'Search', description: '' } };
    const pagesIt: Fact = { type: 'PolicyCreated', data: { ...data, teamId: otherTeamId, steps } };
    const paged = readsAfter(anaJoined, teamCreated, otherTeam, pagesIt);
    const { decision } = team.when(command, { ...owner, reads: paged });
    expect(decision).toMatchObject({
      code: 'team.targeted',
      inTheWay: [{ kind: 'policy', id: policyId, teamId: otherTeamId, name: data.name }],
    });
    const removed = readsAfter(anaJoined, teamCreated, otherTeam, pagesIt, {
      type: 'PolicyRemoved',
      data: { teamId: otherTeamId, policyId },
    });
    expect(team.when(command, { ...owner, reads: removed }).types()).toEqual(['TeamRemoved']);
  });

  it('is refused in an answer of bounded size, however much it owns', () => {
    const manyFacts = Array.from({ length: 3_000 }, (_, n): Fact => {
      const id = `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
      return { ...serviceCreated, data: { ...serviceCreated.data, serviceId: id, name: `Service ${n}` } } as Fact;
    });
    const { decision } = given(teamDecider, [teamCreated, policyCreated, ...manyFacts]).when(command, owner);
    const { params, inTheWay } = decision as Refusal;
    expect([inTheWay.length, params['count']]).toEqual([100, 3_001]);
    expect(params['names']).toMatch(/^Service 0, .*, Service 19 and 2981 more$/);
    expect(JSON.stringify(decision).length).toBeLessThan(32_768);
  });

  it('is refused while a token is confined to it', () => {
    const robot: Fact = { ...robotIssued, data: { ...robotIssued.data, teamId } } as Fact;
    expect(team.when(command, { ...owner, reads: readsAfter(anaJoined, robot) }).decision).toMatchObject({
      code: 'team.in_use',
      inTheWay: [{ kind: 'token', id: robotId, name: 'Deploy robot' }],
    });
    const revoked: Fact = { type: 'TokenRevoked', data: { tokenId: robotId, because: 'revoked' } };
    expect(team.when(command, { ...owner, reads: readsAfter(anaJoined, robot, revoked) }).types()).toEqual(['TeamRemoved']);
  });

  it('leaves a name that is free, and nobody who manages it', () => {
    const withRemoved = given(teamDecider, [teamCreated, boManages, removedFact]);
    expect(withRemoved.when(command, owner).nothing()).toBe(true);
    const rename = { type: 'RenameTeam', data: { teamId, name: 'Money', description: '' } };
    expect(withRemoved.when(rename, owner).refusal()).toBe('team.not_found');
    expect(withRemoved.when(rename, asBo).refusal()).toBe('permission.denied');
    const another = { type: 'CreateTeam', data: { name: 'Payments', description: '' } };
    expect(
      given(teamDecider)
        .when(another, { ...owner, reads: readsAfter(anaJoined, teamCreated, removedFact) })
        .types(),
    ).toEqual(['TeamCreated']);
  });
});

describe('moving all to another team', () => {
  const search = idOf('7eb');
  const searchCreated: Fact = { type: 'TeamCreated', data: { teamId: search, name: 'Search', description: '' } };
  const all: readonly Fact[] = [teamCreated, policyCreated, serviceCreated, integrationCreated, keyIssued];
  const command = { type: 'MoveAllToTeam', data: { teamId, toTeamId: search } };
  const handedOver: Fact = {
    type: 'TeamHandedOver',
    data: { teamId, toTeamId: search, services: [serviceId], integrations: [integrationId], policies: [policyId] },
  };
  const readsWith = (...facts: readonly Fact[]) => readsAfter(anaJoined, boJoined, ...all, searchCreated, ...facts);
  const payments = given(teamDecider, all);

  it('is one fact, after which the team owns nothing', () => {
    expect(payments.when(command, { ...owner, reads: readsWith() }).facts()).toEqual([handedOver]);
    const after = given(teamDecider, [...all, handedOver]);
    expect(after.when(command, { ...owner, reads: readsWith() }).nothing()).toBe(true);
    expect(after.when({ type: 'RemoveTeam', data: { teamId } }, owner).types()).toEqual(['TeamRemoved']);
    expect(after.when({ type: 'ArchiveService', data: { teamId, serviceId } }, owner).refusal()).toBe('service.not_found');
  });

  it('is refused while the team has lookup tables, and so is removing it: they would stay behind', () => {
    const saved = { lookupId: idOf('1c'), teamId, name: 'Owners', matchOn: 'host', overrides: false, columns: ['host', 'owner'] };
    const table: Fact = { type: 'LookupSaved', data: { ...saved, rows: [['web-1', 'Payments']] } };
    expect(payments.when(command, { ...owner, reads: readsWith(table) }).refusal()).toBe('team.has_lookup_tables');
    const empty = given(teamDecider, [teamCreated]);
    const remove = { type: 'RemoveTeam', data: { teamId } };
    expect(empty.when(remove, { ...owner, reads: readsWith(table) }).refusal()).toBe('team.has_lookup_tables');
    const removed: Fact = { type: 'LookupRemoved', data: { lookupId: idOf('1c'), teamId, name: 'Owners' } };
    expect(empty.when(remove, { ...owner, reads: readsWith(table, removed) }).types()).toEqual(['TeamRemoved']);
  });

  it('takes a manager of both, and another team that is there', () => {
    const managerAdded = (id: string): Fact => ({ type: 'TeamMemberAdded', data: { teamId: id, personId: bo, role: 'manager' } });
    const byManager = given(teamDecider, [...all, managerAdded(teamId)]);
    expect(byManager.when(command, { ...asBo, reads: readsWith(managerAdded(teamId)) }).refusal()).toBe('permission.denied');
    expect(byManager.when(command, { ...asBo, reads: readsWith(managerAdded(teamId), managerAdded(search)) }).types()).toEqual([
      'TeamHandedOver',
    ]);
    const to = (toTeamId: string) => ({ type: 'MoveAllToTeam', data: { teamId, toTeamId } });
    expect(payments.when(to(teamId), { ...owner, reads: readsWith() }).refusal()).toBe('team.same');
    expect(payments.when(to(idOf('7ec')), { ...owner, reads: readsWith() }).refusal()).toBe('team.not_found');
    const removedTeam: Fact = { type: 'TeamRemoved', data: { teamId: search, name: 'Search' } };
    expect(payments.when(command, { ...owner, reads: readsWith(removedTeam) }).refusal()).toBe('team.not_found');
  });

  const [asked] = recordedFacts([handedOver]);
  const parts = react([handoverProcess], asked!, new Map()).map(({ command: part }) => part);
  const system = { actor: bySystem, reads: readsWith(handedOver) };

  it('is taken over in parts, policies first, each once', () => {
    expect(parts.map(({ data }) => Object.values(data as object).filter((value) => Array.isArray(value) && value.length > 0))).toEqual([
      [[policyId]],
      [[serviceId]],
      [[integrationId]],
    ]);
    const [policies, services] = parts;
    const facts = given(teamDecider, [searchCreated]).when(policies!, system).facts();
    expect(facts).toMatchObject([{ type: 'TeamTookOver', data: { policies: [{ id: policyId, teamId: search, version: 1 }] } }]);
    expect(
      given(teamDecider, [searchCreated, ...facts])
        .when(policies!, system)
        .nothing(),
    ).toBe(true);
    expect(given(teamDecider, [searchCreated]).when(services!, owner).refusal()).toBe('permission.denied');
    expect(given(teamDecider).when(services!, system).nothing()).toBe(true);
  });

  it('keeps names apart', () => {
    const checkout: Fact = {
      type: 'ServiceCreated',
      data: { teamId: search, serviceId: idOf('5f'), ...serviceSettings, name: 'CHECKOUT' },
    };
    const currentFacts = [searchCreated, checkout];
    const [took] = given(teamDecider, currentFacts).when(parts[1]!, system).facts();
    expect(took!.data).toMatchObject({ services: [{ id: serviceId, name: 'Checkout (Payments)' }] });
    const second: Fact = {
      type: 'ServiceCreated',
      data: { teamId: search, serviceId: idOf('60'), ...serviceSettings, name: 'Checkout (Payments)' },
    };
    const [again] = given(teamDecider, [...currentFacts, second])
      .when(parts[1]!, system)
      .facts();
    expect(again!.data).toMatchObject({ services: [{ name: 'Checkout (Payments 2)' }] });
  });

  it('shows each thing as the new team’s, and lets that team go on with it', () => {
    const facts = parts.flatMap((part) => given(teamDecider, [searchCreated]).when(part, system).facts()) as readonly Fact[];
    const { services, policies, integrations } = readsWith(handedOver, ...facts);
    expect([services.get(serviceId), policies.get(policyId), integrations.get(integrationId)]).toMatchObject([
      { teamId: search, policyId },
      { teamId: search, versions: [{ version: 1 }] },
      { teamId: search, keys: [{}] },
    ]);
    const archive = { type: 'ArchiveService', data: { teamId: search, serviceId } };
    expect(
      given(teamDecider, [searchCreated, ...facts])
        .when(archive, owner)
        .types(),
    ).toEqual(['ServiceArchived']);
  });

  it('falls between no two teams: one that was removed meanwhile is there again', () => {
    const removedTeam: Fact = { type: 'TeamRemoved', data: { teamId: search, name: 'Search' } };
    const facts = given(teamDecider, [searchCreated, removedTeam]).when(parts[1]!, system).facts() as readonly Fact[];
    expect(foldRows(teamsView, recordedFacts([searchCreated, removedTeam, ...facts])).get(search)).toMatchObject({ removed: false });
    const archive = { type: 'ArchiveService', data: { teamId: search, serviceId } };
    expect(
      given(teamDecider, [searchCreated, removedTeam, ...facts])
        .when(archive, owner)
        .types(),
    ).toEqual(['ServiceArchived']);
  });
});

it('shows a team with its members', () => {
  const row = (...facts: readonly Fact[]) => foldRows(teamsView, recordedFacts(facts)).get(teamId);
  expect(row(teamCreated, boManages, boResponds)).toEqual({
    id: teamId,
    name: 'Payments',
    description: '',
    members: [{ personId: bo, role: 'responder' }],
    removed: false,
  });
  expect(row(teamCreated, boManages, boLeft)).toMatchObject({ members: [] });
  expect(row(teamCreated, { type: 'TeamRenamed', data: { teamId, name: 'Money', description: 'x' } })).toMatchObject({
    name: 'Money',
    description: 'x',
  });
});

it('knows outside the stream too who configures a team', () => {
  const withManager = readsAfter(teamCreated, boManages);
  expect(canConfigureTeam({ actor: byBo, reads: withManager }, teamId)).toBe(true);
  expect(canConfigureTeam({ actor: { ...byBo, via: 'email' }, reads: withManager }, teamId)).toBe(false);
  expect(canConfigureTeam({ actor: byBo, reads: withManager }, idOf('7eb'))).toBe(false);
  expect(canConfigureTeam({ actor: { kind: 'person', id: ana, roles: ['owner'] }, reads: readsAfter() }, teamId)).toBe(true);
});
