import { isProofNeeded, canAcceptProof } from './proof.js';

const roles = ['owner', 'admin', 'member', 'observer'] as const;

describe('what takes more than a session', () => {
  it('is to invite owners and admins, not members and observers', () => {
    expect(roles.map((role) => isProofNeeded('InvitePerson', { role }, undefined))).toEqual([true, true, false, false]);
    expect(isProofNeeded('InvitePerson', {}, undefined)).toBe(false);
  });

  it.each([
    ['owner', [false, false, false, false]],
    ['admin', [true, false, false, false]],
    ['member', [true, true, false, false]],
    ['observer', [true, true, true, false]],
    [undefined, [true, true, true, true]],
  ] as const)('is to change a role upwards, from %s', (now, expected) => {
    expect(roles.map((role) => isProofNeeded('ChangePersonRole', { role }, now))).toEqual(expected);
  });

  it('is to let an owner or an admin in again', () => {
    expect(roles.map((role) => isProofNeeded('EnablePerson', {}, role))).toEqual([true, true, false, false]);
  });

  it('is nothing that somebody needs while an alarm rings', () => {
    for (const type of ['AcknowledgeAlertGroup', 'PageSomeone', 'AddContactMethod', 'DisablePerson'])
      expect([canAcceptProof(type), isProofNeeded(type, {}, 'owner')]).toEqual([false, false]);
  });
});
