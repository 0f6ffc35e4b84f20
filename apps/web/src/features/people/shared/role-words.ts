import type { OrganisationRole } from '@tocsin/contracts/permissions.js';

export const roleHints: Record<OrganisationRole, string> = {
  owner: 'Everything, and is paged when no one else acknowledges.',
  admin: 'People, teams, services and settings.',
  member: 'Is paged; configures the teams they manage.',
  observer: 'Sees everything, changes nothing, is never paged.',
};
