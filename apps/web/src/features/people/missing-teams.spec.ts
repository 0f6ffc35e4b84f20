import type { ImportedRow } from '@tocsin/contracts/people/import.js';
import { isOnlyTeamMissing, missingTeams } from './missing-teams.js';

const error = (code: string) => ({ path: 'team', code, message: '' });
const row = (...codes: string[]): ImportedRow => ({ state: codes.length > 0 ? 'refused' : 'good', errors: codes.map(error), notes: [] });

it('names each missing team once, as it was first written', () => {
  const rows = [{ team: 'Payments' }, { team: 'payments' }, { team: 'Data' }, { team: 'Platform' }, {}];
  const answer = {
    token: '',
    rows: [row('team.unknown_name'), row('team.unknown_name'), row('team.unknown_name'), row(), row('person.email_taken')],
  };
  expect(missingTeams({ rows, answer })).toEqual(['Payments', 'Data']);
});

it('knows a row that needs nothing but its team', () => {
  expect([row('team.unknown_name'), row('team.unknown_name', 'person.email_taken'), row()].map(isOnlyTeamMissing)).toEqual([
    true,
    false,
    false,
  ]);
});
