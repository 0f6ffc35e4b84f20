import { isErased, type Personal } from '@tocsin/contracts/ids.js';
import type { Permission } from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Table } from '@tocsin/kernel/rows/table.js';
import type { ConfigurationContext, ConfigurationReads } from '../reads.js';
import { isNameTaken } from './names.js';
import { canActForPerson, hasOrganisationPermission, hasTeamPermission, refusePermission } from './permissions.js';
import { refuse } from './refuse.js';

/** A command about one setting, with what it is decided on. `row`: the setting as it is, undefined for a new one. */
export interface About<Row, Data, Existing extends Row | undefined = Row | undefined> {
  readonly data: Data;
  readonly id: string;
  readonly row: Existing;
  readonly rows: Table<Row>;
  readonly context: ConfigurationContext;
}
/** Why it is refused; null: it is not. */
export type Check<Row, Data = unknown, Existing extends Row | undefined = Row | undefined> = (
  about: About<Row, Data, Existing>,
) => Refusal<RefusalCode> | null;

/** The permission by the role in the organisation alone. `who`: those who have it, as the refusal names them. */
export const requirePermission =
  (permission: Permission, who: string) =>
  ({ context }: { readonly context: ConfigurationContext }): Refusal<RefusalCode> | null =>
    hasOrganisationPermission(context, permission) ? null : refusePermission(who);

/** For settings of one team, which its managers may configure too, or of the organisation (null). */
export const refuseUnlessConfigurer = (
  context: Pick<Context<Pick<ConfigurationReads, 'teams'>>, 'actor' | 'reads'>,
  permission: Permission,
  teamId: string | null,
): Refusal<RefusalCode> | null => {
  if (teamId === null) return hasOrganisationPermission(context, permission) ? null : refusePermission('an owner or an admin');
  return hasTeamPermission(context, permission, context.reads.teams.get(teamId))
    ? null
    : refusePermission('an owner, an admin or a manager of the team');
};

/** A person acts for themselves. */
export const requireOneself = ({ context }: { readonly context: ConfigurationContext }): Refusal<RefusalCode> | null =>
  context.actor.kind === 'person' && canActForPerson(context, context.actor.id) ? null : refusePermission('the person');

/** Whether the setting belongs to who asks. */
export const isOwn = ({ row, context }: Pick<About<{ readonly personId: string | null }, unknown>, 'row' | 'context'>): boolean =>
  row?.personId === context.actor.id && canActForPerson(context, context.actor.id);

/** The id of a new setting is not used yet. `nameOf`: what is there, as the refusal names it. */
export const requireNewId =
  <Row, Data>(nameOf: (data: Data) => string): Check<Row, Data> =>
  ({ data, row }) =>
    row ? refuse('conflict.revision', { name: nameOf(data) }) : null;

type Named = { readonly name: Personal<string> };
/** No other row has the name. `among`: the rows that count. In a replay, names erased since can’t be compared. */
export const requireFreeName =
  <Row extends Named & { readonly id: string }, Data extends Named>(
    code: RefusalCode,
    among: (about: About<Row, Data>) => readonly Row[] = ({ rows }) => rows.values(),
  ): Check<Row, Data> =>
  (about) => {
    const { name } = about.data;
    const namedRows = among(about).flatMap(({ id, name: other }) => (isErased(other) ? [] : [{ id, name: other }]));
    return !isErased(name) && isNameTaken(namedRows, name, about.id) ? refuse(code, {}, 'name') : null;
  };

/** There is room for one more; a row that exists keeps its place. `among`: the rows that count. */
export const requireWithinLimit =
  <Row, Data>(
    limit: number,
    code: RefusalCode,
    among: (about: About<Row, Data>) => readonly Row[] = ({ rows }) => rows.values(),
  ): Check<Row, Data> =>
  (about) =>
    !about.row && among(about).length >= limit ? refuse(code, { limit }) : null;

/** The version is the one that was read: no one has changed the setting since. */
export const refuseOldVersion = (version: number, row: { readonly version: number; readonly name: string }): Refusal<RefusalCode> | null =>
  version === row.version ? null : refuse('conflict.revision', { name: row.name });
