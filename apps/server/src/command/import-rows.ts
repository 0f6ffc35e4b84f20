import { isErased } from '@tocsin/contracts/ids.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import { peopleCommands } from '@tocsin/contracts/people/commands.js';
import { personPermission } from '@tocsin/contracts/people/person-permission.js';
import { phoneNote, type ImportedRow, type ImportRow } from '@tocsin/contracts/people/import.js';
import { fill, refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import type { ConfigurationReads } from '@tocsin/domain/reads.js';
import type { CommandData } from '@tocsin/contracts/catalogue.js';

type FieldProblem = ImportedRow['errors'][number];

export interface CheckedRow {
  readonly errors: readonly FieldProblem[];
  readonly notes: readonly FieldProblem[];
  /** The data of the invitation command; null when the row is invalid. */
  readonly invitation: (CommandData<'InvitePerson'> & { readonly teams?: { teamId: string; role: 'responder' }[] }) | null;
}

const fieldError = (path: string, code: RefusalCode, params: Readonly<Record<string, string | number>> = {}): FieldProblem => ({
  path,
  code,
  message: `${fill(refusals[code].says, params)} ${fill(refusals[code].todo, params)}`,
});

const isZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
};

/** Whether a team has room for one more member. Called once for each row; counts the member when there is room. */
const roomIn = (teams: Pick<ConfigurationReads, 'teams'>['teams'], knownAddresses: ReadonlySet<string>) => {
  const sizes = new Map<string, number>();
  return (teamId: string): boolean => {
    const size = sizes.get(teamId) ?? teams.get(teamId)?.members.filter(({ personId }) => !knownAddresses.has(personId)).length ?? 0;
    sizes.set(teamId, size + 1);
    return size < teamLimits.membersPerTeam;
  };
};

const filledFields = (row: ImportRow): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).flatMap(([key, value]) => (value?.trim() ? [[key, value.trim()]] : [])));

interface ImportedTable {
  readonly canInviteOwners: boolean;
  readonly addresses: ReadonlySet<string>;
  readonly teams: ReadonlyMap<string, string>;
  readonly hasRoom: (teamId: string) => boolean;
  /** The row in which each address appears first. */
  readonly rowsByAddress: Map<string, number>;
}

/** Errors for an address that is already used, by an earlier row or by a person. */
function addressErrors({ rowsByAddress: seen, addresses }: ImportedTable, address: string, row: number): FieldProblem[] {
  const email = nameKeyOf(address);
  const before = seen.get(email);
  if (before === undefined) seen.set(email, row);
  if (email !== '' && before !== undefined) return [fieldError('email', 'person.twice_in_table', { row: before + 1 })];
  return addresses.has(email) ? [fieldError('email', 'person.email_taken')] : [];
}

const roleErrors = (
  { canInviteOwners: mayOwners }: ImportedTable,
  role: string | undefined,
  teamId: string | undefined,
): FieldProblem[] => [
  ...(role !== undefined && personPermission(role) === 'owner.configure' && !mayOwners
    ? [fieldError('role', 'permission.denied', { who: whoMay('owner.configure') })]
    : []),
  ...(role === 'observer' && teamId ? [fieldError('team', 'person.observes')] : []),
];

const zoneErrors = (zone: string | undefined): FieldProblem[] =>
  zone === undefined || isZone(zone) ? [] : [fieldError('timeZone', 'time_zone.unknown', { zone })];

const teamIdOf = ({ teams }: ImportedTable, name: string | undefined): string | undefined =>
  name === undefined ? undefined : teams.get(nameKeyOf(name));

const teamErrors = (table: ImportedTable, name: string | undefined): FieldProblem[] =>
  name === undefined || teamIdOf(table, name) !== undefined ? [] : [fieldError('team', 'team.unknown_name', { name })];

/** Checks one row. It counts towards the size of its team only when nothing else is wrong with it. */
function checkRow(table: ImportedTable, row: ImportRow, n: number): CheckedRow {
  const { team, phone, role, ...rest } = filledFields(row);
  const person = { name: '', email: '', ...rest, ...(role ? { role: role.toLowerCase() } : {}) };
  const result = peopleCommands.InvitePerson.data.safeParse(person);
  const teamId = teamIdOf(table, team);
  const errors = [
    ...(result.error?.issues ?? []).map(({ path, code, message }): FieldProblem => ({ path: path.join('.'), code, message })),
    ...addressErrors(table, person.email, n),
    ...teamErrors(table, team),
    ...zoneErrors(rest['timeZone']),
    ...roleErrors(table, result.data?.role, teamId),
  ];
  if (teamId && errors.length === 0 && !table.hasRoom(teamId))
    errors.push(fieldError('team', 'limit.team_members', { limit: teamLimits.membersPerTeam }));
  const joins = teamId === undefined ? {} : { teams: [{ teamId, role: 'responder' as const }] };
  return {
    errors,
    notes: phone === undefined ? [] : [phoneNote],
    invitation: result.success && errors.length === 0 ? { ...result.data, ...joins } : null,
  };
}

/**
 * Checks a table of people row by row, with the API’s messages: errors that a single invitation would get, and conflicts between
 * rows. `known`: people that an earlier try of this call has already invited. Pure.
 */
export const checkRows = (
  rows: readonly ImportRow[],
  reads: Pick<ConfigurationReads, 'people' | 'teams'>,
  { mayOwners, known }: { readonly mayOwners: boolean; readonly known: ReadonlySet<string> },
): readonly CheckedRow[] => {
  const table: ImportedTable = {
    canInviteOwners: mayOwners,
    addresses: new Set([...reads.people.all()].flatMap(({ id, email }) => (isErased(email) || known.has(id) ? [] : [nameKeyOf(email)]))),
    teams: new Map([...reads.teams.all()].flatMap(({ id, name, removed }) => (removed ? [] : [[nameKeyOf(name), id] as const]))),
    hasRoom: roomIn(reads.teams, known),
    rowsByAddress: new Map(),
  };
  return rows.map((row, n) => checkRow(table, row, n));
};
