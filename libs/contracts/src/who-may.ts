import { permissions, type Permission, type PermissionRow } from './permissions.js';

/** Roles that a person has in the organisation, where they give the permission everywhere. */
const everywhere = ({ owner, admin, auditor }: PermissionRow): readonly string[] => [
  ...(owner === 'all' ? ['an owner'] : []),
  ...(admin === 'all' ? ['an admin'] : []),
  ...(auditor === 'all' ? ['an auditor'] : []),
];

/** Whether the row is about a person’s own things only: then `own` of a responder means no team. */
const isOfOneself = ({ member, responder }: PermissionRow): boolean => member === 'own' && responder === 'own';

const inTeams = (row: PermissionRow): readonly string[] =>
  isOfOneself(row)
    ? []
    : (['manager', 'responder'] as const).flatMap((role) =>
        row[role] === 'no' ? [] : [row[role] === 'own' ? `a ${role} of the team` : `a ${role}`],
      );

const others = ({ member, observer }: PermissionRow): readonly string[] => [
  ...(member === 'all' ? ['a member'] : []),
  ...(observer === 'all' ? ['an observer'] : []),
  ...([member, observer].includes('own') ? ['the person themselves'] : []),
  ...([member, observer].includes('paged') ? ['a person who is paged for it'] : []),
];

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/**
 * Who has a permission, in words that go before “can do this”: `an owner, an admin or a manager of the team`. `more`: who may besides,
 * which the table doesn’t know.
 */
export const whoMay = (permission: Permission, ...more: readonly string[]): string => {
  const row: PermissionRow = permissions[permission];
  return listed([...everywhere(row), ...inTeams(row), ...others(row), ...more]);
};

/** The same for those who have it everywhere, not only in their teams or for themselves. */
export const whoMayEverywhere = (permission: Permission, ...more: readonly string[]): string =>
  listed([...everywhere(permissions[permission]), ...more]);
