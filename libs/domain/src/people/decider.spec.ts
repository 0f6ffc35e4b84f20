import { ERASED } from '@tocsin/contracts/ids.js';
import { given, rowsAfter } from '@tocsin/kernel/given.js';
import { ana, bo, byAdmin, byBo, byOwner, bySystem, readsAfter, recordedFacts } from '../configuration.fixture.js';
import { setUp } from '../organisation/facts.fixture.js';
import { peopleDecider } from './decider.js';
import { anaJoined, boDisabled, boInvited, boJoined, boMadeOwner, cleoJoined } from './facts.fixture.js';
import { findByEmail, findByInvitation, peopleView } from './views.js';

const reads = readsAfter(setUp);
const owner = { actor: byOwner, reads };
const admin = { actor: byAdmin, reads };
const member = { actor: byBo, reads };
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

  it('is refused when the e-mail is somebody’s, whatever its case', () => {
    expect(people.when(command, admin).refusal()).toBe('person.email_taken');
    expect(given(peopleDecider, [anaJoined, boJoined, boDisabled]).when(command, admin).refusal()).toBe('person.email_taken');
  });

  it('is not held up by an erased e-mail', () => {
    const erased = { type: 'PersonJoined', data: { ...boJoined.data, email: ERASED } };
    expect(given(peopleDecider, [anaJoined, erased]).when(command, admin).types()).toEqual(['PersonInvited']);
  });

  it('takes an admin, and an owner for an owner', () => {
    expect(given(peopleDecider).when(command, member).refusal()).toBe('permission.denied');
    const asOwner = { ...command, data: { ...data, role: 'owner' } };
    expect(given(peopleDecider).when(asOwner, admin).refusal()).toBe('permission.denied');
    expect(given(peopleDecider).when(asOwner, owner).types()).toEqual(['PersonInvited']);
  });
});

describe('joining', () => {
  const command = { type: 'JoinPerson', data: { personId: bo, passwordRef: 'password/bo' } };

  it('takes name, role and time zone from the invitation', () => {
    expect(given(peopleDecider, [boInvited]).when(command, member).facts()).toEqual([boJoined]);
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

  it('leave an owner', () => {
    expect(people.when(change(ana, 'member'), owner).refusal()).toBe('person.last_owner');
    const two = [anaJoined, boJoined, boMadeOwner];
    expect(given(peopleDecider, two).when(change(ana, 'member'), owner).types()).toEqual(['PersonRoleChanged']);
    expect(
      given(peopleDecider, [...two, boDisabled])
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

  it('is undone by enabling', () => {
    const command = { type: 'EnablePerson', data: { personId: bo } };
    expect(given(peopleDecider, [boJoined, boDisabled]).when(command, admin).types()).toEqual(['PersonEnabled']);
    expect(people.when(command, admin).nothing()).toBe(true);
    expect(people.when(command, member).refusal()).toBe('permission.denied');
    expect(given(peopleDecider).when(command, admin).refusal()).toBe('person.not_found');
  });
});

describe('the rows of people', () => {
  const rows = (...facts: Parameters<typeof recordedFacts>[0]) => rowsAfter(peopleView, recordedFacts(facts));

  it('tell who is invited, active or disabled', () => {
    expect(rows(boInvited).get(bo)).toMatchObject({ state: 'invited', invitationHash: 'hash-bo', passwordRef: null });
    expect(rows(boInvited, boJoined).get(bo)).toMatchObject({ state: 'active', invitationHash: null, passwordRef: 'password/bo' });
    expect(rows(boInvited, boDisabled).get(bo)).toMatchObject({ state: 'disabled', invitationHash: null, invitationExpiresAt: null });
  });

  it('let whoever never joined wait for an invitation again when they are enabled', () => {
    const enabled = { type: 'PersonEnabled' as const, data: { personId: bo } };
    expect(rows(boInvited, boDisabled, enabled).get(bo)).toMatchObject({ state: 'invited', invitationHash: null });
    expect(rows(boJoined, boDisabled, enabled).get(bo)).toMatchObject({ state: 'active' });
  });

  it('are found by e-mail in any case, and by invitation', () => {
    const some = readsAfter(anaJoined, boInvited);
    expect(findByEmail(some, 'BO@example.org')?.id).toBe(bo);
    expect(findByEmail(some, 'nobody@example.org')).toBeUndefined();
    expect(findByInvitation(some, 'hash-bo')?.id).toBe(bo);
    expect(findByInvitation(some, 'hash-x')).toBeUndefined();
  });
});
