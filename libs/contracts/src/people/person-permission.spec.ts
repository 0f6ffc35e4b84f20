import { organisationRoles } from '../permissions.js';
import { personPermission } from './person-permission.js';

it('is another one for owners than for everyone else', () => {
  expect(organisationRoles.filter((role) => personPermission(role) === 'owner.configure')).toEqual(['owner']);
  expect(organisationRoles.filter((role) => personPermission(role) === 'people.configure')).toEqual(['admin', 'member', 'observer']);
});
