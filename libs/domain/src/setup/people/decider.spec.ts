import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { OrganisationRole } from '@tocsin/contracts/permissions.js';
import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import { ana, bo, byAdmin, byBo, byOwner, bySystem, cleo, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { setUp } from '../organisation/facts.fixture.js';
import { pageAna, policyCreated, policyId } from '../policies/facts.fixture.js';
import { boManages, teamCreated, teamId } from '../teams/facts.fixture.js';
import { inputs, peopleDecider } from './decider.js';
import { anaJoined, boDisabled, boErased, boInvited, boJoined, boMadeAuditor, boMadeOwner, cleoJoined } from './facts.fixture.js';
import { teamDepartureProcess } from '../teams/departure.process.js';
import { invitationProcess } from './invitation.process.js';
import { findByEmail, findByInvitation, peopleView } from './views.js';
import { replacementOf } from './shared/replacement.js';

const reads = readsAfter(setUp);
const owner = { actor: byOwner, reads };
const admin = { actor: byAdmin, reads };
const member = { actor: byBo, reads };
const policyPaging = (personId: string): Fact =>
  ({ ...policyCreated, data: { ...policyCreated.data, steps: [{ ...pageAna, targets: [{ kind: 'person', personId }] }] } }) as Fact;
const people = given(peopleDecider, [anaJoined, boJoined, cleoJoined]);

describe('inviting', () => {
  const data = { name: 'Bo', email: 'bo@EXAMPLE.org', role: 'member', invitationHash: 'hash-2', expiresAt: '2026-11-28T00:00:00.000Z' };
  const command = { type: 'InvitePerson', data };

  it('records the invitation, in the organisation’s time zone unless another is said', () => {
    const facts = given(peopleDecider, [anaJoined]).when(command, admin).facts();
    expect(facts).toEqual([{ type: 'PersonInvited', data: { ...data, personId: expect.any(String), timeZone: 'Europe/Berlin' } }]);
    expect(given(peopleDecider, [anaJoined]).when(command, admin).facts()).toEqual(facts);
  });

  it('invites anew who has not joined yet', () => {
    expect(given(peopleDecider, [anaJoined, boInvited]).when(command, admin).facts()).toMatchObject([
      { type: 'PersonInvited', data: { personId: bo, invitationHash: 'hash-2' } },
    ]);
  });

  it('invites anew whose invitation was withdrawn: their address is not used up', () => {
    const withWithdrawn = given(peopleDecider, [anaJoined, boInvited, boDisabled]);
    expect(withWithdrawn.when(command, admin).facts()).toMatchObject([{ type: 'PersonInvited', data: { personId: bo } }]);
    const asOwner = { ...command, data: { ...data, role: 'owner' } };
    expect(withWithdrawn.when(asOwner, admin).refusal()).toBe('permission.denied');
  });

  it('says what became of an earlier invitation', () => {
    const became = (facts: readonly Fact[], now: string) =>
      (
        given(peopleDecider, [anaJoined, ...facts])
          .when(command, { ...admin, now })
          .facts()[0]!.data as { earlierInvitation?: string }
      ).earlierInvitation;
    expect(became([], '2026-11-21T03:12:00.000Z')).toBeUndefined();
    expect(became([boInvited], '2026-11-21T03:12:00.000Z')).toBe('ended');
    expect(became([boInvited], '2027-01-01T00:00:00.000Z')).toBe('expired');
    expect(became([boInvited, boDisabled], '2026-11-21T03:12:00.000Z')).toBe('withdrawn');
  });

  it('by a service token makes members and observers, and nothing else', () => {
    const token = {
      kind: 'token' as const,
      id: 'setup',
      roles: [],
      token: { id: 'setup', scopes: ['people.invite' as const], teamId: null },
    };
    const by = (facts: readonly Fact[], role: OrganisationRole, more: object = {}) =>
      given(peopleDecider, [anaJoined, ...facts]).when({ ...command, data: { ...data, role } }, { actor: { ...token, ...more }, reads });
    expect(by([], 'member').types()).toEqual(['PersonInvited']);
    expect(by([boInvited], 'observer').types()).toEqual(['PersonInvited']);
    expect([by([], 'admin'), by([], 'owner')].map((one) => one.refusal())).toEqual(['token.not_for_this', 'token.not_for_this']);
    const asAdmin = { ...boInvited, data: { ...boInvited.data, role: 'admin' } } as Fact;
    expect(by([asAdmin], 'member').refusal()).toBe('token.not_for_this');
    expect(by([boInvited, boDisabled], 'member').refusal()).toBe('token.not_for_this');
    expect(by([], 'member', { token: { ...token.token, scopes: ['read'] } }).refusal()).toBe('token.scope_missing');
    expect(by([], 'member', { token: { ...token.token, teamId: 'team' } }).refusal()).toBe('permission.denied');
  });

  it('is refused when the e-mail is somebody’s, whatever its case', () => {
    expect(people.when(command, admin).refusal()).toBe('person.email_taken');
    expect(given(peopleDecider, [anaJoined, boJoined, boDisabled]).when(command, admin).refusal()).toBe('person.email_taken');
  });

  it('is not held up by an erased e-mail', () => {
    const erasedFact = { type: 'PersonJoined', data: { ...boJoined.data, email: ERASED } };
    expect(given(peopleDecider, [anaJoined, erasedFact]).when(command, admin).types()).toEqual(['PersonInvited']);
  });

  it('takes an admin, and an owner for an owner', () => {
    expect(given(peopleDecider).when(command, member).refusal()).toBe('permission.denied');
    const asOwner = { ...command, data: { ...data, role: 'owner' } };
    expect(given(peopleDecider).when(asOwner, admin).refusal()).toBe('permission.denied');
    expect(given(peopleDecider).when(asOwner, owner).types()).toEqual(['PersonInvited']);
  });
});

describe('inviting many', () => {
  const person = (email: string, more: object = {}) => ({
    name: 'X',
    email,
    role: 'member',
    invitationHash: `hash ${email}`,
    expiresAt: '2026-11-28T00:00:00.000Z',
    ...more,
  });
  const command = (...list: readonly object[]) => ({ type: 'InvitePeople', data: { people: list } });
  const teams = [{ teamId, role: 'responder' }];

  it('is all of them, each with an id of their own, and the teams they are invited into', () => {
    const facts = given(peopleDecider, [anaJoined])
      .when(command(person('x@example.org', { personId: idOf('1') }), person('y@example.org', { personId: idOf('2'), teams })), admin)
      .facts();
    expect(facts.map(({ data }) => data)).toMatchObject([{ personId: idOf('1') }, { personId: idOf('2'), teams }]);
    const [invited] = recordedFacts([facts[1] as Fact]);
    expect(react([invitationProcess], invited!, new Map()).map((planned) => planned.command)).toEqual([
      { type: 'AddTeamMember', data: { teamId, personId: idOf('2'), role: 'responder' } },
    ]);
  });

  it('counts who was invited into a team before the team has heard of it, so that two at one instant don’t pass its bound', () => {
    const inviteMany = (from: number, to: number, more: object = {}) =>
      command(
        ...Array.from({ length: to - from }, (_, n) =>
          person(`p${from + n}@example.org`, { personId: idOf(`5${from + n}`), teams: [{ teamId, role: 'responder' }], ...more }),
        ),
      );
    const members = reads.teams.get(teamId)?.members.length ?? 0;
    const [half, all] = [teamLimits.membersPerTeam / 2, teamLimits.membersPerTeam - members];
    const directory = given(peopleDecider, [anaJoined]);
    const first = directory.when(inviteMany(0, half), admin).facts() as Fact[];
    const second = given(peopleDecider, [anaJoined, ...first])
      .when(inviteMany(half, all), admin)
      .facts() as Fact[];
    const full = given(peopleDecider, [anaJoined, ...first, ...second]);
    expect(full.when(inviteMany(all, all + 1), admin).decision).toMatchObject({ code: 'limit.team_members', path: 'people.0.team' });
    // a person who is invited again has a place already
    expect(full.when(inviteMany(0, 1, { invitationHash: 'anew' }), admin).types()).toEqual(['PersonInvited']);
    const withdrawnFact: Fact = {
      type: 'PersonDisabled',
      data: { personId: idOf('50'), replacementId: null, standsIn: [] },
    };
    const oneLess = given(peopleDecider, [anaJoined, ...first, ...second, withdrawnFact]);
    expect(oneLess.when(inviteMany(all, all + 1), admin).types()).toEqual(['PersonInvited']);
  });

  it('is nobody when one can’t be, and says which', () => {
    const takenAddress = given(peopleDecider, [anaJoined]).when(command(person('x@example.org'), person('ANA@example.org')), admin);
    expect(takenAddress.decision).toMatchObject({ code: 'person.email_taken', path: 'people.1.email' });
    const sameIdTwice = command(person('x@example.org', { personId: idOf('1') }), person('x@example.org', { personId: idOf('2') }));
    expect(given(peopleDecider).when(sameIdTwice, admin).decision).toMatchObject({ code: 'person.email_taken', path: 'people.1.email' });
    expect(
      given(peopleDecider)
        .when(command(person('x@example.org', { role: 'owner' })), admin)
        .refusal(),
    ).toBe('permission.denied');
  });
});

describe('joining', () => {
  const command = { type: 'JoinPerson', data: { personId: bo, passwordRef: 'password/bo' } };

  it('takes name, role and time zone from the invitation', () => {
    expect(given(peopleDecider, [boInvited]).when(command, member).facts()).toEqual([boJoined]);
  });

  it('says that the address is proved where the link came by mail', () => {
    const provedCommand = { ...command, data: { ...command.data, addressProved: true } };
    expect(given(peopleDecider, [boInvited]).when(provedCommand, member).facts()).toEqual([
      { ...boJoined, data: { ...boJoined.data, addressProved: true } },
    ]);
  });

  it('takes what the person says instead', () => {
    const said = { ...command, data: { ...command.data, name: 'Bosse', timeZone: 'Europe/Oslo' } };
    expect(given(peopleDecider, [boInvited]).when(said, member).facts()).toMatchObject([
      { data: { name: 'Bosse', timeZone: 'Europe/Oslo' } },
    ]);
  });

  it('is refused when the invitation is used, withdrawn, expired or unknown', () => {
    expect(given(peopleDecider, [boInvited, boJoined]).when(command).refusal()).toBe('invitation.invalid');
    expect(given(peopleDecider, [boInvited, boDisabled]).when(command).refusal()).toBe('invitation.invalid');
    expect(given(peopleDecider, [boInvited]).when(command, { now: '2026-11-27T09:00:00.001Z' }).refusal()).toBe('invitation.invalid');
    expect(given(peopleDecider).when(command).refusal()).toBe('invitation.invalid');
  });

  it('makes the first owner once, and only for Tocsin itself', () => {
    const { role: _role, ...data } = anaJoined.data as { role: string };
    const first = { type: 'JoinFirstOwner', data };
    expect(given(peopleDecider).when(first, { actor: bySystem }).facts()).toEqual([anaJoined]);
    expect(given(peopleDecider, [anaJoined]).when(first, { actor: bySystem }).nothing()).toBe(true);
    expect(given(peopleDecider).when(first, owner).refusal()).toBe('permission.denied');
  });
});

describe('name and time zone', () => {
  it.each([
    ['RenamePerson', { name: 'Bosse' }, 'PersonRenamed'],
    ['ChangePersonTimeZone', { timeZone: 'UTC' }, 'PersonTimeZoneChanged'],
  ])('%s is for oneself and for admins', (type, change, fact) => {
    const command = { type, data: { personId: bo, ...change } };
    expect(people.when(command, member).facts()).toEqual([{ type: fact, data: command.data }]);
    expect(people.when(command, admin).types()).toEqual([fact]);
    expect(people.when({ type, data: { personId: ana, ...change } }, member).refusal()).toBe('permission.denied');
    expect(people.when(command, { actor: { ...byBo, via: 'email' } }).refusal()).toBe('permission.denied');
    expect(given(peopleDecider).when(command, admin).refusal()).toBe('person.not_found');
    expect(
      given(peopleDecider, [boJoined, { type: fact, data: command.data }])
        .when(command, member)
        .nothing(),
    ).toBe(true);
  });
});

describe('roles', () => {
  const change = (personId: string, role: string) => ({ type: 'ChangePersonRole', data: { personId, role } });

  it('are changed by admins', () => {
    expect(people.when(change(bo, 'admin'), admin).facts()).toEqual([{ type: 'PersonRoleChanged', data: { personId: bo, role: 'admin' } }]);
    expect(people.when(change(bo, 'member'), admin).nothing()).toBe(true);
    expect(people.when(change(bo, 'admin'), member).refusal()).toBe('permission.denied');
    expect(given(peopleDecider).when(change(bo, 'admin'), admin).refusal()).toBe('person.not_found');
  });

  it('of owners are an owner’s affair: an admin can neither make nor unmake one', () => {
    expect(people.when(change(bo, 'owner'), admin).refusal()).toBe('permission.denied');
    expect(people.when(change(ana, 'member'), admin).refusal()).toBe('permission.denied');
    expect(people.when(change(bo, 'owner'), owner).facts()).toEqual([boMadeOwner]);
  });

  it('to owner end an invitation that an admin may have seen; an owner makes another', () => {
    const roleChange = given(peopleDecider, [anaJoined, boInvited]).when(change(bo, 'owner'), owner).facts() as readonly Fact[];
    expect(roleChange).toEqual([boMadeOwner]);
    const state = given(peopleDecider, [anaJoined, boInvited, boMadeOwner]);
    expect(state.when({ type: 'JoinPerson', data: { personId: bo, passwordRef: 'password/bo' } }).refusal()).toBe('invitation.invalid');
    expect(findByInvitation(readsAfter(boInvited, boMadeOwner), 'hash-bo')).toBeUndefined();
    expect(
      findByInvitation(readsAfter(boInvited, { type: 'PersonRoleChanged', data: { personId: bo, role: 'admin' } }), 'hash-bo')?.id,
    ).toBe(bo);
    const inviteAgain = { type: 'InvitePerson', data: { ...boInvited.data, role: 'owner', invitationHash: 'hash-2' } };
    expect(state.when(inviteAgain, admin).refusal()).toBe('permission.denied');
    expect(state.when(inviteAgain, owner).types()).toEqual(['PersonInvited']);
  });

  it('make somebody an observer whom policies page only when it is said what becomes of their place', () => {
    const countingAdmin = { ...admin, reads: readsAfter(setUp, teamCreated, policyPaging(bo), boManages) };
    expect(people.when(change(bo, 'observer'), countingAdmin).decision).toMatchObject({
      code: 'person.stands',
      inTheWay: [{ kind: 'policy', id: policyId }],
    });
    const departure = { standsIn: [{ teamId, policyId }], teams: [teamId] };
    const gaps = { type: 'ChangePersonRole', data: { personId: bo, role: 'observer', leaveGaps: true } };
    expect(people.when(gaps, countingAdmin).facts()).toEqual([
      { type: 'PersonRoleChanged', data: { personId: bo, role: 'observer', ...departure, replacementId: null } },
    ]);
    const replaceCommand = { type: 'ChangePersonRole', data: { personId: bo, role: 'observer', replacementId: cleo } };
    expect(people.when(replaceCommand, countingAdmin).facts()).toMatchObject([{ data: { replacementId: cleo } }]);
    expect(people.when(change(bo, 'admin'), countingAdmin).types()).toEqual(['PersonRoleChanged']);
  });

  it('leave an owner', () => {
    expect(people.when(change(ana, 'member'), owner).refusal()).toBe('person.last_owner');
    const twoOwners = [anaJoined, boJoined, boMadeOwner];
    expect(given(peopleDecider, twoOwners).when(change(ana, 'member'), owner).types()).toEqual(['PersonRoleChanged']);
    expect(
      given(peopleDecider, [...twoOwners, boDisabled])
        .when(change(ana, 'member'), owner)
        .refusal(),
    ).toBe('person.last_owner');
  });
});

describe('disabling', () => {
  const disable = (personId: string) => ({ type: 'DisablePerson', data: { personId } });

  it('acts at once, and does nothing the second time', () => {
    expect(people.when(disable(bo), admin).facts()).toEqual([boDisabled]);
    expect(given(peopleDecider, [boJoined, boDisabled]).when(disable(bo), admin).nothing()).toBe(true);
  });

  it('is refused for the last owner, to an admin for any owner, and to members', () => {
    expect(people.when(disable(ana), owner).refusal()).toBe('person.last_owner');
    expect(people.when(disable(ana), admin).refusal()).toBe('permission.denied');
    expect(people.when(disable(bo), member).refusal()).toBe('permission.denied');
    expect(given(peopleDecider).when(disable(bo), admin).refusal()).toBe('person.not_found');
  });

  it('is refused while policies page them, and lists those', () => {
    const standing = readsAfter(setUp, teamCreated, policyPaging(bo));
    const { decision } = people.when(disable(bo), { ...admin, reads: standing });
    expect(decision).toMatchObject({
      code: 'person.stands',
      params: { names: 'Payments primary' },
      inTheWay: [{ kind: 'policy', id: policyId, teamId, name: 'Payments primary' }],
    });
  });

  it('is done when gaps are left, or when somebody takes their place', () => {
    const standing = { ...admin, reads: readsAfter(setUp, teamCreated, policyPaging(bo)) };
    const policyPlaces = [{ teamId, policyId }];
    const gaps = { type: 'DisablePerson', data: { personId: bo, leaveGaps: true } };
    expect(people.when(gaps, standing).facts()).toMatchObject([{ data: { replacementId: null, standsIn: policyPlaces } }]);
    const replaceCommand = { type: 'DisablePerson', data: { personId: bo, replacementId: cleo } };
    expect(people.when(replaceCommand, standing).facts()).toMatchObject([{ data: { replacementId: cleo, standsIn: policyPlaces } }]);
  });

  it.each([{ leaveGaps: true }, { replacementId: cleo, leaveGaps: false }])('is found again from its fact with %p', (inTheirPlace) => {
    const standing = { ...admin, reads: readsAfter(setUp, teamCreated, policyPaging(bo)) };
    const command = { type: 'DisablePerson', data: { personId: bo, ...inTheirPlace } };
    const [fact] = people.when(command, standing).facts() as [Extract<PeopleFact, { type: 'PersonDisabled' }>];
    expect(inputs.PersonDisabled(fact.data, [fact], byAdmin)).toEqual(command);
  });

  it.each([
    ['themselves', bo, 'person.replacement'],
    ['nobody who is known', idOf('99'), 'person.not_active'],
    ['an observer', ana, 'person.observes'],
  ])('lets %s take the place of nobody', (_who, replacementId, code) => {
    const observer: Fact = { type: 'PersonRoleChanged', data: { personId: ana, role: 'observer' } };
    const command = { type: 'DisablePerson', data: { personId: bo, replacementId } };
    const state = given(peopleDecider, [anaJoined, boJoined, cleoJoined, observer]);
    expect(state.when(command, admin).decision).toMatchObject({ code, path: 'replacementId' });
  });

  it('is undone by enabling', () => {
    const command = { type: 'EnablePerson', data: { personId: bo } };
    expect(given(peopleDecider, [boJoined, boDisabled]).when(command, admin).types()).toEqual(['PersonEnabled']);
    expect(people.when(command, admin).nothing()).toBe(true);
    expect(people.when(command, member).refusal()).toBe('permission.denied');
    expect(given(peopleDecider).when(command, admin).refusal()).toBe('person.not_found');
  });
});

describe('two owners at the same moment', () => {
  const demote = (personId: string) => ({ type: 'ChangePersonRole', data: { personId, role: 'member' } });
  const byBoTheOwner = { actor: { ...byBo, roles: ['owner'] }, reads };
  const three = [anaJoined, boJoined, boMadeOwner, cleoJoined, { type: 'PersonRoleChanged', data: { personId: cleo, role: 'owner' } }];

  it('can’t both make each other something else: the second is none any more', () => {
    const first = given(peopleDecider, three).when(demote(bo), owner).facts();
    expect(
      given(peopleDecider, [...three, ...first])
        .when(demote(ana), byBoTheOwner)
        .refusal(),
    ).toBe('permission.denied');
  });

  it('who was disabled meanwhile does nothing more', () => {
    expect(
      given(peopleDecider, [...three, boDisabled])
        .when({ type: 'DisablePerson', data: { personId: ana } }, byBoTheOwner)
        .refusal(),
    ).toBe('permission.denied');
  });
});

describe('auditors', () => {
  const make = { type: 'MakeAuditor', data: { personId: bo } };
  const end = { type: 'EndAuditor', data: { personId: bo } };
  const audits = given(peopleDecider, [anaJoined, boJoined, boMadeAuditor]);

  it('are made and ended by admins, once', () => {
    expect(people.when(make, admin).facts()).toEqual([boMadeAuditor]);
    expect(audits.when(make, admin).nothing()).toBe(true);
    expect(audits.when(end, admin).facts()).toEqual([{ type: 'AuditorEnded', data: { personId: bo } }]);
    expect(people.when(end, admin).nothing()).toBe(true);
    expect(people.when(make, member).refusal()).toBe('permission.denied');
    expect(given(peopleDecider).when(end, admin).refusal()).toBe('person.not_found');
  });

  it('of an owner are an owner’s affair', () => {
    expect(people.when({ ...make, data: { personId: ana } }, admin).refusal()).toBe('permission.denied');
  });
});

describe('whoever takes a place', () => {
  const leaves = (personId: string, replacementId: string): Fact => ({
    type: 'PersonDisabled',
    data: { personId, replacementId },
  });

  it('is meant instead, and their own replacement once they leave too', () => {
    expect(replacementOf(readsAfter(anaJoined, boJoined), bo)).toBe(bo);
    expect(replacementOf(readsAfter(anaJoined, boJoined, boDisabled), bo)).toBe(bo);
    expect(replacementOf(readsAfter(anaJoined, boJoined, leaves(bo, ana)), bo)).toBe(ana);
    expect(replacementOf(readsAfter(anaJoined, boJoined, cleoJoined, leaves(bo, ana), leaves(ana, cleo)), bo)).toBe(cleo);
  });

  it('gives it back when the person is enabled again', () => {
    expect(replacementOf(readsAfter(anaJoined, boJoined, leaves(bo, ana), { type: 'PersonEnabled', data: { personId: bo } }), bo)).toBe(bo);
  });

  it('is the person themselves where places go round in a ring', () => {
    expect(replacementOf(readsAfter(anaJoined, boJoined, leaves(bo, ana), leaves(ana, bo)), bo)).toBe(bo);
  });
});

describe('erasing', () => {
  const command = { type: 'ErasePerson', data: { personId: bo } };
  const disabled = given(peopleDecider, [anaJoined, boJoined, boDisabled]);

  it('records it, of somebody who is disabled', () => {
    expect(disabled.when(command, admin).facts()).toEqual([boErased]);
  });

  it('takes them out of their teams', () => {
    const reads = readsAfter(anaJoined, boJoined, teamCreated, boManages, boDisabled);
    const [erasure] = disabled.when(command, { ...admin, reads }).facts();
    expect(erasure).toEqual({ type: 'PersonErased', data: { personId: bo, teams: [teamId] } });
    const [recorded] = recordedFacts([erasure as Fact]);
    expect(react([teamDepartureProcess], recorded!, new Map()).map((planned) => planned.command)).toEqual([
      { type: 'RemoveTeamMember', data: { teamId, personId: bo } },
    ]);
  });

  it('is refused while they can still act or be paged, and says what to do first', () => {
    expect(people.when(command, admin).refusal()).toBe('person.not_disabled');
    expect(
      given(peopleDecider, [anaJoined])
        .when({ ...command, data: { personId: ana } }, owner)
        .refusal(),
    ).toBe('person.last_owner');
  });

  it('takes an admin, and an owner for an owner', () => {
    expect(disabled.when(command, member).refusal()).toBe('permission.denied');
    const wasOwner = given(peopleDecider, [anaJoined, boJoined, boMadeOwner, boDisabled]);
    expect(wasOwner.when(command, admin).refusal()).toBe('permission.denied');
    expect(wasOwner.when(command, owner).facts()).toEqual([boErased]);
  });

  it('does nothing the second time', () => {
    expect(given(peopleDecider, [boJoined, boDisabled, boErased]).when(command, admin).nothing()).toBe(true);
  });

  it('is repeated by Tocsin itself whatever they are, because a restored log may be older', () => {
    expect(people.when(command, { actor: bySystem, reads }).facts()).toEqual([boErased]);
  });

  it('leaves nothing that could be changed or brought back', () => {
    const erasedPerson = given(peopleDecider, [anaJoined, boJoined, boDisabled, boErased]);
    for (const type of ['EnablePerson', 'DisablePerson'])
      expect(erasedPerson.when({ ...command, type }, owner).refusal()).toBe('person.erased');
    expect(erasedPerson.when({ type: 'RenamePerson', data: { personId: bo, name: 'Bo' } }, admin).refusal()).toBe('person.erased');
  });

  it('decides an erased person’s history again as it was', () => {
    const invited = { type: 'InvitePerson', data: { ...boInvited.data, email: ERASED, name: ERASED } };
    expect(given(peopleDecider, [anaJoined]).when(invited, admin).types()).toEqual(['PersonInvited']);
    const joinedFact = { type: 'PersonJoined', data: { ...boJoined.data, name: ERASED, email: ERASED } };
    const renameCommand = { type: 'RenamePerson', data: { personId: bo, name: ERASED } };
    expect(given(peopleDecider, [anaJoined, joinedFact]).when(renameCommand, admin).types()).toEqual(['PersonRenamed']);
  });
});

describe('the rows of people', () => {
  const rows = (...facts: Parameters<typeof recordedFacts>[0]) => foldRows(peopleView, recordedFacts(facts));

  it('tell who is invited, active or disabled', () => {
    expect(rows(boInvited).get(bo)).toMatchObject({ state: 'invited', invitationHash: 'hash-bo', passwordRef: null });
    expect(rows(boInvited, boJoined).get(bo)).toMatchObject({ state: 'active', invitationHash: null, passwordRef: 'password/bo' });
    expect(rows(boInvited, boDisabled).get(bo)).toMatchObject({ state: 'disabled', invitationHash: null, invitationExpiresAt: null });
  });

  it('keep no name, address or password of an erased person', () => {
    expect(rows(boJoined, boDisabled, boErased).get(bo)).toMatchObject({ state: 'erased', name: ERASED, email: ERASED, passwordRef: null });
  });

  it('let whoever never joined wait for an invitation again when they are enabled', () => {
    const enabled = { type: 'PersonEnabled' as const, data: { personId: bo } };
    expect(rows(boInvited, boDisabled, enabled).get(bo)).toMatchObject({ state: 'invited', invitationHash: null });
    expect(rows(boJoined, boDisabled, enabled).get(bo)).toMatchObject({ state: 'active' });
  });

  it('are found at once, however many there are: strangers ask', () => {
    const invited = boInvited as Extract<Fact, { type: 'PersonInvited' }>;
    const all = Array.from({ length: 10_000 }, (_, n): Fact => ({
      type: 'PersonInvited',
      data: { ...invited.data, personId: idOf(String(100_000 + n)), email: `P${n}@example.org`, invitationHash: `hash-${n}` },
    }));
    const { people: rows } = readsAfter(...all);
    const looked = { rows: 0 };
    const counted = (found: readonly PersonRow[]) => ((looked.rows += found.length), found);
    const some = { people: { ...rows, where: (column: string, value: string | number) => counted(rows.where(column, value)) } } as never;
    expect(findByEmail(some, 'p9999@Example.org')?.id).toBe(idOf('109999'));
    expect(findByInvitation(some, 'hash-5000')?.id).toBe(idOf('105000'));
    expect([findByEmail(some, 'nobody@example.org'), findByInvitation(some, 'hash-x')]).toEqual([undefined, undefined]);
    expect(looked.rows).toBe(2);
  });

  it('are found by e-mail in any case, and by invitation', () => {
    const some = readsAfter(anaJoined, boInvited);
    expect(findByEmail(some, 'BO@example.org')?.id).toBe(bo);
    expect(findByEmail(some, 'nobody@example.org')).toBeUndefined();
    expect(findByInvitation(some, 'hash-bo')?.id).toBe(bo);
    expect(findByInvitation(some, 'hash-x')).toBeUndefined();
  });
});
