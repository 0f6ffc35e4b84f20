import { whoMay } from './who-may.js';

describe('who may, in words', () => {
  it.each([
    ['people.configure', 'owners and admins'],
    ['owner.configure', 'owners'],
    ['team.configure', 'owners, admins and managers of the team'],
    ['person.page', 'owners, admins, managers, responders and members'],
  ] as const)('%s: %s', (permission, words) => expect(whoMay(permission)).toBe(words));
});
