import { canBePaged } from './can-be-paged.js';
import { organisationRoles } from '../permissions.js';

it('is true of active people who are no observers, and of nobody else', () => {
  for (const role of organisationRoles) {
    expect(canBePaged({ state: 'active', role })).toBe(role !== 'observer');
    for (const state of ['invited', 'disabled', 'erased'] as const) expect(canBePaged({ state, role })).toBe(false);
  }
});
