import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { checkRows } from './import-rows.js';

/** A team with room for this many members. */
const readsOf = (room: number) => {
  const members = Array.from({ length: teamLimits.membersPerTeam - room }, (_, n) => ({ personId: `p${n}`, role: 'responder' as const }));
  const team: TeamRow = { id: 't1', name: 'Payments', description: '', members, removed: false };
  const rows = <Row>(all: readonly Row[]) => ({
    get: () => all[0],
    where: () => all,
    kept: () => all,
    eachWhere: () => all,
    whereAfter: () => [],
    sum: () => undefined,
    all: () => all,
    entries: () => [],
    size: all.length,
  });
  return { people: rows<PersonRow>([]), teams: rows([team]) };
};
const row = (n: number, team = 'Payments') => ({ name: `Person ${n}`, email: `p${n}@example.org`, team });
const codes = (room: number, rows: Parameters<typeof checkRows>[0], knownEmails: readonly string[] = []) =>
  checkRows(rows, readsOf(room), { mayOwners: true, known: new Set(knownEmails) }).map(({ errors }) =>
    errors.map(({ code }) => code).join(),
  );

describe('a table of people for a team that is nearly full', () => {
  it('fills it, and says of each further row that the team has no room', () => {
    expect(codes(2, [row(1), row(2), row(3)])).toEqual(['', '', 'limit.team_members']);
  });

  it('counts nobody twice whom the same table has invited already', () => {
    expect(codes(0, [row(1), row(2), row(3)], ['p1', 'p2'])).toEqual(['', '', 'limit.team_members']);
  });

  it('counts only rows that are good', () => {
    expect(codes(1, [{ ...row(1), email: 'nobody' }, row(2)])).toEqual(['invalid_format', '']);
  });
});
