import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { canReadInClear, hasOrganisationPermission, type PermissionInput } from '../../rules/permissions.js';

/** The address as files have it, for whoever may read it or apply files everywhere; for others the name. */
export const addressFor = (viewer: PermissionInput, { id, email, name }: PersonRow): string => {
  const isClear = canReadInClear(viewer, id) || hasOrganisationPermission(viewer, 'config.apply');
  const text = isClear ? email : name;
  return isErased(text) ? '' : text;
};
