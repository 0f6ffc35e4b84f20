import type { Permission } from '../permissions.js';

/** What it takes to invite or change a person, by their role: only owners make owners or change one. */
export const personPermission = (role: string): Permission => (role === 'owner' ? 'owner.configure' : 'people.configure');
