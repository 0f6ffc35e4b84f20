import { permissions, type Permission } from './permissions.js';
import { whoMay, whoMayEverywhere } from './who-may.js';

describe('who may, in words', () => {
  it.each<[Permission, string]>([
    ['owner.configure', 'an owner'],
    ['people.configure', 'an owner or an admin'],
    ['service.configure', 'an owner, an admin or a manager of the team'],
    ['schedule.override', 'an owner, an admin, a manager of the team or a responder of the team'],
    ['alert_group.act', 'an owner, an admin, a manager, a responder of the team or a person who is paged for it'],
    ['person.page', 'an owner, an admin, a manager, a responder or a member'],
    ['self.configure', 'an owner, an admin or the person themselves'],
    ['self.secure', 'the person themselves'],
    ['report.people', 'an owner, an admin, an auditor, a manager of the team or the person themselves'],
  ])('of %s follows from the table', (permission, words) => expect(whoMay(permission)).toBe(words));

  it('is somebody for every permission', () => {
    for (const permission of Object.keys(permissions) as Permission[]) expect(whoMay(permission)).not.toBe('');
  });

  it('names last whom the table does not know', () => {
    expect(whoMay('organisation.configure', 'the person who started it')).toBe('an owner, an admin or the person who started it');
  });

  it('names those alone who have it everywhere', () => {
    expect(whoMayEverywhere('report.people')).toBe('an owner, an admin or an auditor');
    expect(whoMayEverywhere('import.manage', 'a token of the organisation')).toBe('an owner, an admin or a token of the organisation');
  });
});
