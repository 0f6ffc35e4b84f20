import { permissions, type Permission, type PermissionRow } from '@tocsin/contracts/permissions.js';

const roleNames = { owner: 'owners', admin: 'admins', manager: 'managers', responder: 'responders', member: 'members' } as const;
const inOwnTeams = { manager: 'managers of the team', responder: 'responders of the team' } as const;

const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** People with a permission, as the subject of a sentence: “owners, admins and managers of the team”. */
export function whoMay(permission: Permission): string {
  const row: PermissionRow = permissions[permission];
  const roles = Object.keys(roleNames) as (keyof typeof roleNames)[];
  return listOf(
    roles.flatMap((role) =>
      row[role] === 'all' ? [roleNames[role]] : row[role] === 'own' && role in inOwnTeams ? [inOwnTeams[role as 'manager']] : [],
    ),
  );
}
